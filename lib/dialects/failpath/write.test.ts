import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedLines, filesOf } from '../testing/files';
import { policyFrom } from '../testing/policies';
import { policiesSurvive } from '../testing/properties';
import { failpath } from '.';

const HEAD = 'format: failpath/v1\nworkflow: w\nnodes:\n';
const source = (text: string) => ({ text, sidecar: null, fileName: 'w.yaml' });

function write(text: string, nodeId: string, document: object): string {
  const written = failpath.write(source(text), [{ nodeId, policy: policyFrom(document) }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return written.text;
}

function refusal(text: string, nodeId: string, document: object): readonly string[] {
  const written = failpath.write(source(text), [{ nodeId, policy: policyFrom(document) }]);
  return written.ok ? [] : written.diagnostics.map((diagnostic) => diagnostic.code);
}

const RETRY = { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s', retryOn: ['timeout'] };

describe('what is written', () => {
  test.each<[string, string, object, readonly string[]]>([
    [
      'a value keeps the comment behind it',
      '  - id: a\n    owner: x   # who\n',
      { owner: 'ops' },
      ['    owner: ops   # who'],
    ],
    ['its quotes', "  - id: a\n    owner: 'x'\n", { owner: 'ops' }, ["    owner: 'ops'"]],
    ['an empty value is filled', '  - id: a\n    owner:  # who\n', { owner: 'ops' }, ['    owner: ops  # who']],
    ['a flow node stays one', '  - { id: a, type: t }\n', { owner: 'ops' }, ['  - { id: a, type: t, owner: ops }']],
    [
      'a flow node without padding',
      '  - {id: a}\n',
      { alert: { silence: '1h' } },
      ['  - {id: a, alert: {silence: 1h}}'],
    ],
    ['a block scalar before it', '  - id: a\n    q: |\n      x\n', { owner: 'ops' }, ['    owner: ops']],
    ['a policy key that came first', '  - owner: x\n    id: a\n', { owner: 'ops' }, ['  - owner: ops']],
    [
      'a code that older readers take for a truth value',
      '  - id: a\n',
      { retry: { maxAttempts: 1, retryOn: ['no', '08006'] } },
      ['    retry:', '      maxAttempts: 1', '      retryOn: ["no", "08006"]'],
    ],
  ])('%s', (_, body, policy, added) => {
    const before = HEAD + body;
    expect(changedLines(before, write(before, 'a', policy)).added).toEqual(added);
  });

  test('a duration of the same length keeps its spelling', () => {
    const text = `${HEAD}  - id: a\n    retry: { maxAttempts: 3, backoff: fixed, initialInterval: PT5S, maxInterval: 5000ms, retryOn: [ timeout ] }\n`;
    expect(write(text, 'a', { retry: RETRY })).toBe(text);
    expect(write(text, 'a', { retry: { ...RETRY, maxInterval: '6s' } })).toBe(text.replace('5000ms', '6s'));
  });

  test('list items that stay keep their lines and comments', () => {
    const text = `${HEAD}  - id: a\n    retry:\n      maxAttempts: 1\n      retryOn:\n        - timeout   # often\n        - b\n        # about c\n        - c\n`;
    const changed = write(text, 'a', { retry: { maxAttempts: 1, retryOn: ['timeout', 'x', 'c', 'd'] } });
    expect(changed).toBe(
      text.replace('        - b\n', '        - x\n').replace('        - c\n', '        - c\n        - d\n'),
    );
  });

  test('somebody else’s keys inside the policy stay', () => {
    const text = `${HEAD}  - id: a\n    retry:\n      maxAttempts: 1\n      x-theirs: 1 # keep\n    classification:\n      - { code: k, class: terminal, x: 2 }\n`;
    const changed = write(text, 'a', {
      retry: { maxAttempts: 2, backoff: 'fixed', initialInterval: '1s', maxInterval: '1s' },
      classification: [{ code: 'k', class: 'transient' }],
    });
    expect(changed).toContain('x-theirs: 1 # keep');
    expect(changed).toContain('- { code: k, class: transient, x: 2 }');
  });

  test.each(['x-theirs', 'constructor'])('what somebody else’s %s holds may shrink', (key) => {
    const text = `${HEAD}  - id: a\n    retry:\n      maxAttempts: 1\n      ${key}: {u: 1, v: 2} # keep\n`;
    const changed = write(text, 'a', { retry: { maxAttempts: 1, [key]: { u: 1 } } });
    expect(changed).toBe(text.replace(', v: 2', ''));
  });

  test('`onExhausted` is written where it was found', () => {
    const text = `${HEAD}  - id: a\n    retry:\n      maxAttempts: 1\n      onExhausted:\n        action: manual\n        notify: x\n`;
    const policy = { retry: { maxAttempts: 1 }, onExhausted: { action: 'manual', notify: 'ops' } };
    expect(write(text, 'a', policy)).toBe(text.replace('notify: x', 'notify: ops'));
    expect(write(text, 'a', { onExhausted: policy.onExhausted })).toBe(
      `${HEAD}  - id: a\n    onExhausted:\n      action: manual\n      notify: ops\n`,
    );
    expect(write(text, 'a', { retry: { maxAttempts: 1 } })).toBe(
      `${HEAD}  - id: a\n    retry:\n      maxAttempts: 1\n`,
    );
  });

  test('line ends, mark and a missing last line break stay', () => {
    const text = `\uFEFF${HEAD}  - id: a`.replaceAll('\n', '\r\n');
    expect(write(text, 'a', { owner: 'ops', alert: { silence: '1h' } })).toBe(
      `${text}\r\n    owner: ops\r\n    alert:\r\n      silence: 1h`,
    );
  });

  test('removing the last lines leaves the rest as it was', () => {
    const text = `${HEAD}  - id: a\n    type: t\n    owner: x\n    # a remark`;
    expect(write(text, 'a', {})).toBe(`${HEAD}  - id: a\n    type: t\n    # a remark`);
  });

  test.each([
    ['- owner: x\n  id: a\n', '- id: a\n'],
    ['- owner: x # who\n  actions: []\n\n  # about it\n  id: a\n', '-\n\n  # about it\n  id: a\n'],
    ['- actions: []\n  classification: []\n  id: a\n', '- id: a\n'],
    ['- actions:\n  - {id: x, kind: http}\n  owner: x\n  id: a\n  type: t\n', '- id: a\n  type: t\n'],
  ])('removing what stands beside the dash: %j', (body, left) => {
    expect(write(HEAD + body, 'a', {})).toBe(HEAD + left);
  });

  test('canonical JSON works too', () => {
    const text = JSON.stringify({ format: 'failpath/v1', workflow: 'w', nodes: [{ id: 'a', type: 't' }] }, null, '\t');
    const changed = failpath.write({ ...source(text), fileName: 'w.json' }, [
      { nodeId: 'a', policy: policyFrom({ owner: 'ops' }) },
    ]);
    expect(changed).toMatchObject({
      ok: true,
      text: text.replace('"type": "t"', '"type": "t",\n\t\t\t"owner": "ops"'),
    });
  });
});

describe('shared parts', () => {
  const text = `${HEAD.replace('nodes:\n', '')}x: &std { maxAttempts: 1 }\nnodes:\n  - id: a\n    retry: *std  # shared\n  - id: b\n    retry: *std\n  - &c\n    id: c\n    owner: x\n  - <<: *c\n    id: d\n`;

  test('an alias becomes a value of its own, and that is said', () => {
    const written = failpath.write(source(text), [
      { nodeId: 'a', policy: policyFrom({ retry: { maxAttempts: 1, retryOn: ['timeout'] } }) },
    ]);
    expect(written).toMatchObject({
      ok: true,
      diagnostics: [{ code: 'alias_materialised', severity: 'info', place: { line: 6 } }],
    });
    if (written.ok)
      expect(changedLines(text, written.text).added).toEqual([
        '    retry:  # shared',
        '      maxAttempts: 1',
        '      retryOn: [timeout]',
      ]);
  });

  test('what others use is not changed under them', () => {
    expect(refusal(text, 'c', { owner: 'ops' })).toEqual(['anchor_shared']);
    expect(refusal(text, 'c', {})).toEqual(['anchor_shared']);
  });

  test('a merged value can be replaced on one node, and not be taken away there', () => {
    expect(changedLines(text, write(text, 'd', { owner: 'ops' })).added).toEqual(['    owner: ops']);
    expect(refusal(text, 'd', {})).toEqual(['inherited_value']);
    const replaced = text.replace('    id: d\n', '    id: d\n    owner: ops\n');
    expect(refusal(replaced, 'd', {})).toEqual(['inherited_value']);
  });
});

test('unknown and ambiguous nodes are refused', () => {
  const text = `${HEAD}  - id: a\n  - id: a\n`;
  expect(refusal(text, 'a', {})).toEqual(['node_ambiguous']);
  expect(refusal(text, 'z', {})).toEqual(['node_unknown']);
});

test('read after write is identity, and no other node changes', () => {
  fc.assert(policiesSurvive(failpath, filesOf('examples')), { numRuns: 100 });
}, 120_000);
