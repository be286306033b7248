import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FileCertificate, withCertificates, withoutCertificates } from './certificates';
import { readSidecar, writeSidecar } from './sidecar';

const FILE = { fileName: 'orders.asl.json', workflow: 'orders' };
const PASSED = { passedAt: new Date('2026-11-20T08:00:00Z'), validUntil: new Date('2027-02-18T08:00:00Z') };
const ONE: FileCertificate = {
  ...{ node: 'charge', kind: 'platform', target: 'staging', policy: 'a1b2', recipient: 'payments-ops' },
  drills: [{ drill: 1, ...PASSED }],
};

const COMPANION = `# kept by hand
format: failpath/v1
sidecarOf: orders.asl.json
workflow: orders   # the key
nodes:
  - id: charge
    classification:
      - { code: card_declined, class: terminal }
`;

const WITH_ONE = `${COMPANION}certificates:
  - node: charge
    kind: platform
    target: staging
    policy: a1b2
    recipient: payments-ops
    drills:
      - { drill: 1, passedAt: "2026-11-20T08:00:00.000Z", validUntil: "2027-02-18T08:00:00.000Z" }
`;

test('certificates stand at the end, all else keeps its bytes', () => {
  expect(withCertificates(COMPANION, FILE, [ONE])).toBe(WITH_ONE);
});

test('those of another time are replaced, and go when none holds', () => {
  const other = { ...ONE, kind: 'simulated', target: 'sandbox', recipient: null };
  const later = withCertificates(WITH_ONE, FILE, [other]);
  expect(later).toBe(withCertificates(COMPANION, FILE, [other]));
  expect(later).not.toContain('staging');
  expect(later).not.toContain('recipient');
  expect(withCertificates(WITH_ONE, FILE, [])).toBe(COMPANION);
});

test('a workflow that has no companion gets one, which goes again', () => {
  const made = withCertificates(null, FILE, [ONE]);
  expect(made).toBe(
    `format: failpath/v1\nsidecarOf: orders.asl.json\nworkflow: orders\nnodes: []\n${WITH_ONE.slice(COMPANION.length)}`,
  );
  expect(withoutCertificates(made, FILE.fileName)).toEqual({ sidecar: null, nodes: 1 });
  expect(withCertificates(made, FILE, [])).toBeNull();
  expect(withCertificates(null, FILE, [])).toBeNull();
});

test('a companion with certificates is read without a word about them', () => {
  for (const text of [WITH_ONE, withCertificates(null, FILE, [ONE])])
    expect(readSidecar(text, FILE.fileName).diagnostics).toEqual([]);
});

describe('what was brought', () => {
  test('says how many nodes it names, and is what it was without them', () => {
    expect(withoutCertificates(WITH_ONE, FILE.fileName)).toEqual({ sidecar: COMPANION, nodes: 1 });
    expect(withoutCertificates(COMPANION, FILE.fileName)).toEqual({ sidecar: COMPANION, nodes: 0 });
    expect(withoutCertificates(null, FILE.fileName)).toEqual({ sidecar: null, nodes: 0 });
  });

  test.each([
    ['words', 'certificates: proved, I promise\n'],
    ['a list of nothing', 'certificates: []\n'],
    ['other keys', 'certificates:\n  - { node: 1 }\n  - x\n'],
    ['in the middle, with a comment', 'certificates: # ours\n  - node: charge\n    drills: []\n'],
  ])('%s', (_, block) => {
    const text = COMPANION.replace('nodes:\n', `${block}nodes:\n`);
    expect(withoutCertificates(text, FILE.fileName).sidecar).toBe(COMPANION);
  });

  test('in another style', () => {
    const flow = '{format: failpath/v1, sidecarOf: orders.asl.json, nodes: [{id: a}], certificates: [{node: a}]}\n';
    const bare = '{format: failpath/v1, sidecarOf: orders.asl.json, nodes: [{id: a}]}\n';
    expect(withoutCertificates(flow, FILE.fileName)).toEqual({ sidecar: bare, nodes: 1 });
  });

  test.each(['', 'certificates', '- a\n', 'format: failpath/v2\ncertificates: []\n', 'a: [', '\u0000'])(
    'what cannot be read stays as it is: %j',
    (text) => {
      expect(withoutCertificates(text, FILE.fileName)).toEqual({ sidecar: text, nodes: 0 });
      expect(withCertificates(text, FILE, [ONE])).toBe(text);
    },
  );
});

const word = fc.oneof(
  fc.constantFrom('no', '1e3', '1:30', 'a: b', '余额', 'null', '#', 'constructor'),
  fc.stringMatching(/^[a-z][a-z0-9._-]{0,20}$/),
);
const at = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms));
const certificate: fc.Arbitrary<FileCertificate> = fc.record({
  ...{ node: word, kind: fc.constantFrom('simulated', 'platform'), target: word, policy: word },
  recipient: fc.option(word),
  drills: fc.array(fc.record({ drill: fc.integer({ min: 1, max: 5 }), passedAt: at, validUntil: at }), {
    minLength: 1,
  }),
});
const certificates = fc.array(certificate, { minLength: 1, maxLength: 6 });

describe('whatever is certified', () => {
  const edit = { nodeId: 'charge', policy: { classification: [{ code: 'no', class: 'terminal' as const }] } };
  const made = writeSidecar(null, FILE.fileName, [edit]);
  const companion = fc.constantFrom(
    null,
    COMPANION,
    COMPANION.trimEnd(),
    COMPANION.replaceAll('\n', '\r\n'),
    made.ok ? made.text : null,
  );

  test('put in and taken out, a companion has its bytes again; put in twice, it is the same', () => {
    fc.assert(
      fc.property(companion, certificates, certificates, (text, first, second) => {
        const once = withCertificates(text, FILE, first);
        expect(withoutCertificates(once, FILE.fileName)).toEqual({
          sidecar: text,
          nodes: new Set(first.map(({ node }) => node)).size,
        });
        expect(withCertificates(once, FILE, first)).toBe(once);
        expect(withCertificates(once, FILE, second)).toBe(withCertificates(text, FILE, second));
      }),
      { numRuns: 40 },
    );
  });

  test('policies are what they were', () => {
    fc.assert(
      fc.property(certificates, (each) => {
        const text = withCertificates(COMPANION, FILE, each);
        expect(readSidecar(text, FILE.fileName).sidecar?.policies).toEqual(
          readSidecar(COMPANION, FILE.fileName).sidecar?.policies,
        );
      }),
      { numRuns: 40 },
    );
  });
});
