import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { policyPart } from '@/lib/policy/document';
import { setAt, valueAt } from '@/lib/policy/edit';
import { readPolicy } from '@/lib/policy/read';
import { toDocument } from '@/lib/policy/written';
import type { JsonObject } from '@/lib/shared/json';
import { putPlatformBack, reconcileSides, type SidesInput } from './node-sides';
import { nodeText } from './node-text';
import { plain } from './policy-shape';
import { detectDialect, readDefinition } from './registry';
import { anyPolicy } from './testing/arbitraries';
import { fileOf } from './testing/files';
import { machine } from './testing/machines';
import type { DefinitionText } from './types';

const FAILPATH: DefinitionText = {
  fileName: 'orders.yaml',
  sidecar: null,
  text: `format: failpath/v1
workflow: orders
owner: order-ops
nodes:
  # the money
  - id: charge
    name: Charge the card
    actions:
      - { id: charge, kind: third_party, idempotent: true }
    retry:
      maxAttempts: 3   # three is enough
      backoff: fixed
      initialInterval: 5s
      maxInterval: 5s
      retryOn: [timeout]
  - id: ship
    type: http
`,
};

describe('canonical text', () => {
  test('what the form changes stands in the text; comments stay', () => {
    const document = setAt(documentOf(FAILPATH, 'charge'), ['retry', 'maxAttempts'], 4);
    const sides = reconcile(FAILPATH, { nodeId: 'charge', document });
    expect(sides.text).toBe(shownOf(FAILPATH, 'charge').replace('maxAttempts: 3 ', 'maxAttempts: 4 '));
    expect(sides).toMatchObject({ broken: false, behind: false, ofText: [], document });
    expect(sides.written?.text).toContain('# three is enough');
  });

  test('what is typed is read, with a comment of its own, and comes back as it was typed', () => {
    const text = shownOf(FAILPATH, 'charge').replace('maxAttempts: 3 ', 'maxAttempts: 7 # I say\n  #');
    const sides = typed(FAILPATH, 'charge', text);
    expect(valueAt(sides.document, ['retry', 'maxAttempts'])).toBe(7);
    expect(sides.text).toBe(text);
    expect(sides.written?.text).toContain('      maxAttempts: 7 # I say\n      #');
  });

  test('only a comment: the document stays, the definition changes', () => {
    const text = `# mine\n${shownOf(FAILPATH, 'ship')}\n\n# and at the end`;
    const sides = typed(FAILPATH, 'ship', text);
    expect(sides.document).toEqual(documentOf(FAILPATH, 'ship'));
    expect(sides.text).toBe(text);
    expect(sides.written?.text).toBe(
      FAILPATH.text.replace(
        '- id: ship\n    type: http',
        '- # mine\n    id: ship\n    type: http\n\n    # and at the end',
      ),
    );
  });

  test.each([
    ['a bracket that is not closed', 'retryOn: [timeout]', 'retryOn: [timeout', 'yaml_syntax'],
    ['a quote that is not closed', 'name: Charge', 'name: "Charge', 'yaml_syntax'],
    ['a tab', '  maxAttempts', '\tmaxAttempts', 'yaml_syntax'],
    ['a key twice', 'backoff: fixed', 'maxAttempts: 4', 'duplicate_key'],
    ['another id', 'id: charge', 'id: charged', 'platform_changed'],
    ['no id', 'id: charge\n', '', 'node_id_missing'],
    ["another node's id", 'id: charge', 'id: ship', 'duplicate_node_id'],
    ['nothing', shownOf(FAILPATH, 'charge'), '', 'node_not_map'],
  ])('%s: the document stays, the text too, and the reason has a place in it', (_, from, to, code) => {
    const text = shownOf(FAILPATH, 'charge').replace(from, () => to);
    const document = setAt(documentOf(FAILPATH, 'charge'), ['owner'], 'typed-in-the-form');
    const sides = reconcile(FAILPATH, { nodeId: 'charge', document, text });
    expect(sides).toMatchObject({ broken: true, document, text, written: null });
    expect(sides.ofText[0]?.code).toBe(code);
    for (const { place } of sides.ofText) expect(place?.end ?? 0).toBeLessThanOrEqual(text.length);
  });

  test("the platform's keys: named at their place with what stood there; the policy is read all the same", () => {
    const text = shownOf(FAILPATH, 'charge')
      .replace('Charge the card', 'Mine')
      .replace('maxAttempts: 3', 'maxAttempts: 5');
    const sides = typed(FAILPATH, 'charge', `${text}\nowns: me`);
    expect(sides.broken).toBe(false);
    expect(valueAt(sides.document, ['retry', 'maxAttempts'])).toBe(5);
    expect(sides.ofText).toMatchObject([
      { code: 'platform_changed', values: { field: 'name', before: 'Charge the card' }, place: { line: 2, column: 7 } },
      { code: 'platform_added', values: { field: 'owns' } },
    ]);
    const back = putPlatformBack(FAILPATH, 'failpath', { nodeId: 'charge', text: `${text}\nowns: me` });
    expect(back).toBe(shownOf(FAILPATH, 'charge').replace('maxAttempts: 3', 'maxAttempts: 5'));
    const gone = putPlatformBack(FAILPATH, 'failpath', { nodeId: 'ship', text: 'id: ship # here\nowner: me' });
    expect(gone).toBe('id: ship # here\ntype: http\nowner: me');
  });

  test('both sides at once: nothing of either is lost', () => {
    const held = shownOf(FAILPATH, 'charge');
    const document = setAt(documentOf(FAILPATH, 'charge'), ['retry', 'maxAttempts'], 9);
    const text = `# why\n${held.replace('initialInterval: 5s', 'initialInterval: 2s')}`;
    const sides = reconcile(FAILPATH, { nodeId: 'charge', document, text, held });
    expect(sides.document).toMatchObject({ retry: { maxAttempts: 9, initialInterval: '2s' } });
    expect(sides.text).toBe(text.replace('maxAttempts: 3', 'maxAttempts: 9'));
  });

  test('a value that does not hold stands on both sides, with its place', () => {
    const ofForm = setAt(documentOf(FAILPATH, 'charge'), ['retry', 'maxAttempts'], 'many');
    const sides = reconcile(FAILPATH, { nodeId: 'charge', document: ofForm });
    expect(sides.text).toContain('maxAttempts: many   # three is enough');
    expect(sides).toMatchObject({ broken: false, behind: false, written: null });
    const back = typed(FAILPATH, 'charge', sides.text);
    expect(back.document).toEqual(ofForm);
    expect(back.ofPolicy[0]).toMatchObject({ code: 'max_attempts_range', place: { line: 6, column: 16 } });
  });

  test('what is missing has no place', () => {
    const [first] = typed(FAILPATH, 'ship', `${shownOf(FAILPATH, 'ship')}\nretry: { maxAttempts: 2 }`).ofPolicy;
    expect(first).toMatchObject({ code: 'retry_incomplete' });
    const text = FAILPATH.text.replace('owner: order-ops\n', '');
    const sides = reconcileSides({ ...FAILPATH, text }, 'failpath', {
      ...input(documentOf(FAILPATH, 'charge')),
      nodeId: 'charge',
      inheritedOwner: null,
    });
    const missing = sides?.ofPolicy.find(({ code }) => code === 'owner_missing');
    expect(missing && missing.place === undefined).toBe(true);
  });

  test('a shared anchor is left alone', () => {
    const text = FAILPATH.text.replace('retry:\n', 'retry: &r\n').replace('type: http', 'type: http\n    retry: *r');
    const source = { ...FAILPATH, text };
    const sides = typed(source, 'charge', shownOf(source, 'charge').replace('maxAttempts: 3', 'maxAttempts: 4'));
    expect(sides.ofText).toMatchObject([{ code: 'text_elsewhere' }]);
  });

  test('any policy goes from the form into the text and back', () => {
    const file = fileOf('examples/order-fulfilment.yaml');
    const ids = readDefinition(file).workflow?.nodes.map((node) => node.id) ?? [];
    fc.assert(
      fc.property(fc.constantFrom(...ids), anyPolicy, anyPolicy, (nodeId, first, second) => {
        const document = plain(toDocument(first));
        const there = reconcile(file, { nodeId, document });
        expect(there).toMatchObject({ broken: false, behind: false, ofText: [] });
        const back = typed(file, nodeId, there.text);
        const read = readPolicy(back.document).policy;
        expect(read && plain(toDocument(read))).toEqual(document);
        const other = { nodeId, document: plain(toDocument(second)), text: there.text, held: there.text };
        const again = reconcile(file, other);
        expect(again).toMatchObject({ broken: false, behind: false });
        const after = readPolicy(typed(file, nodeId, again.text).document).policy;
        expect(after && plain(toDocument(after))).toEqual(other.document);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a state machine, whose text cannot say all', () => {
  const RETRY = [{ ErrorEquals: ['Busy'], IntervalSeconds: 5, BackoffRate: 1, MaxAttempts: 2 }];
  const ASL = machine({ Retry: RETRY });
  const WITH_MORE = {
    ...documentOf(ASL, 'a'),
    classification: [{ code: 'Busy', class: 'transient', reason: 'clears soon' }],
    owner: 'payments-ops',
    alert: { silence: '1h' },
  };

  test('is shown behind its name; what only the sidecar says does not show', () => {
    const sides = reconcile(ASL, { nodeId: 'a', document: WITH_MORE });
    expect(sides.text).toBe(shownOf(ASL, 'a'));
    expect(sides.text.startsWith('{')).toBe(true);
    expect(sides.written?.losses.length).toBeGreaterThan(0);
  });

  test('a typed number of tries reaches the document, and nothing else of it goes', () => {
    const text = shownOf(ASL, 'a').replace('"MaxAttempts": 2', '"MaxAttempts": 4');
    const sides = reconcile(ASL, { nodeId: 'a', document: WITH_MORE, text });
    expect(sides.document).toMatchObject({ ...WITH_MORE, retry: { maxAttempts: 5 } });
    expect(sides.text).toBe(text);
    expect(sides.ofText.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test('the whole retry taken out, and put in', () => {
    const without = machine({});
    const sides = reconcile(ASL, { nodeId: 'a', document: WITH_MORE, text: shownOf(without, 'a') });
    expect(sides.document).toMatchObject({ owner: 'payments-ops', alert: { silence: '1h' } });
    expect(sides.document.retry).toBeUndefined();
    const back = reconcile(without, { nodeId: 'a', document: { owner: 'payments-ops' }, text: shownOf(ASL, 'a') });
    expect(back.document).toMatchObject({ owner: 'payments-ops', retry: { maxAttempts: 3, initialInterval: '5s' } });
  });

  test('retries that one rule cannot say stay as typed', () => {
    const two = machine({ Retry: [...RETRY, { ErrorEquals: ['Slow'], IntervalSeconds: 60, MaxAttempts: 1 }] });
    const text = shownOf(two, 'a');
    const sides = reconcile(ASL, { nodeId: 'a', document: WITH_MORE, text });
    expect(sides.text).toBe(text);
    expect(sides.engineRetry).toHaveLength(2);
    expect(sides.document).toMatchObject({ owner: 'payments-ops' });
    expect(sides.ofText.map(({ code }) => code)).toContain('engine_retry_kept');
  });

  test('a text that cannot be read, and one that closes its own bracket', () => {
    const shown = shownOf(ASL, 'a');
    const broken = reconcile(ASL, { nodeId: 'a', document: WITH_MORE, text: shown.replace('"Busy"', '"Busy",') });
    expect(broken).toMatchObject({ broken: true, document: WITH_MORE });
    expect(broken.ofText[0]).toMatchObject({ code: 'json_syntax', values: { reason: 'trailing_comma' } });
    expect(broken.ofText[0]?.place?.line).toBe(7);
    const escaping = reconcile(ASL, { nodeId: 'a', document: WITH_MORE, text: `${shown}, "b": { "Type": "Succeed" }` });
    expect(escaping).toMatchObject({ broken: true, ofText: [{ code: 'text_escapes' }] });
  });

  test('a form entry that does not hold waits; the text goes on beside it', () => {
    const document = setAt(WITH_MORE, ['retry', 'maxAttempts'], 'many');
    const waiting = reconcile(ASL, { nodeId: 'a', document });
    expect(waiting).toMatchObject({ broken: false, behind: true, document, written: null });
    const text = shownOf(ASL, 'a').replace('"IntervalSeconds": 5', '"IntervalSeconds": 8');
    const sides = reconcile(ASL, { nodeId: 'a', document, text });
    expect(sides.document).toMatchObject({ retry: { maxAttempts: 'many', initialInterval: '8s' } });
    expect(sides.text).toBe(text);
  });

  test("the platform's fields", () => {
    const text = shownOf(ASL, 'a').replace('"Task"', '"Pass"');
    const sides = reconcile(ASL, { nodeId: 'a', document: WITH_MORE, text });
    expect(sides.ofText[0]).toMatchObject({ code: 'platform_changed', values: { field: 'Type', before: 'Task' } });
    expect(putPlatformBack(ASL, 'asl', { nodeId: 'a', text })).toBe(shownOf(ASL, 'a'));
  });
});

test('a node that is not there has no sides', () => {
  expect(reconcileSides(FAILPATH, 'failpath', { ...input({}), nodeId: 'nobody' })).toBeNull();
});

function input(document: JsonObject): Omit<SidesInput, 'nodeId'> {
  return { document, text: null, held: null, replaceEngineRetry: false, inheritedOwner: 'order-ops' };
}

function reconcile(source: DefinitionText, given: Pick<SidesInput, 'nodeId' | 'document'> & Partial<SidesInput>) {
  const dialect = detectDialect(source.text);
  const sides = dialect && reconcileSides(source, dialect, { ...input(given.document), ...given });
  if (!sides) throw new Error(`no sides of ${given.nodeId}`);
  return sides;
}

/** The text typed over what is published. */
function typed(source: DefinitionText, nodeId: string, text: string) {
  return reconcile(source, { nodeId, document: documentOf(source, nodeId), text });
}

function documentOf(source: DefinitionText, nodeId: string): JsonObject {
  const node = readDefinition(source).workflow?.nodes.find((each) => each.id === nodeId);
  return policyPart(node?.config ?? {});
}

function shownOf(source: DefinitionText, nodeId: string): string {
  const dialect = detectDialect(source.text);
  return (dialect && nodeText(source, dialect, nodeId)?.text) ?? '';
}
