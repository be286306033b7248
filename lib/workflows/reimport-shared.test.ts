import { describe, expect, it } from 'vitest';
import type { DefinitionText } from '@/lib/dialects/types';
import { of, plan, published } from './testing/reimports';

const RETRY = { maxAttempts: 5, backoff: 'fixed', initialInterval: '20s', maxInterval: '20s' };
const codesOf = ({ conflicts }: ReturnType<typeof plan>) =>
  conflicts.map(({ nodeId, kind, diagnostics }) => [nodeId, kind, ...diagnostics.map(({ code }) => code)]);

describe('Conductor: two tasks by one definition, of which there is no copy', () => {
  const file = (definition: object = {}, again: object = {}): DefinitionText => ({
    ...{ fileName: 'triage.json', sidecar: null },
    text: JSON.stringify({
      workflow: {
        ...{ name: 'triage', version: 1 },
        tasks: [
          { name: 'call', taskReferenceName: 'first', type: 'SIMPLE' },
          { name: 'call', taskReferenceName: 'again', type: 'SIMPLE', ...again },
        ],
      },
      taskDefs: [{ name: 'call', retryCount: 2, retryLogic: 'FIXED', retryDelaySeconds: 10, ...definition }],
    }),
  });
  const base = file();
  const ours = published(base, 'conductor', 'first', { retry: { ...RETRY, retryOn: ['timeout'] } });
  const merge = (theirs: DefinitionText, choices = {}, mine = ours) =>
    plan({ base, ours: mine, theirs }, choices, 'conductor');

  it('keeps what was published, and what changed along, in a file that changed something else', () => {
    const merged = merge(file({}, { description: 'once more' }));
    expect(merged.conflicts).toEqual([]);
    expect(of(merged, 'first')).toMatchObject({ retry: { ...RETRY, retryOn: ['timeout'] } });
    expect(of(merged, 'again')).toEqual({ retry: RETRY });
    expect(merged.source.text).toContain('once more');
    // Only the task that was published on has a policy of its own in the text.
    expect(merged.source.text.match(/"failpath"/g)).toHaveLength(1);
  });

  it('asks for both where the definition changed on both sides, and takes the same answer for both', () => {
    const theirs = file({ retryCount: 7 });
    expect(codesOf(merge(theirs))).toEqual([
      ['first', 'policy'],
      ['again', 'policy'],
    ]);
    const mine = merge(theirs, { first: 'ours', again: 'ours' });
    expect([of(mine, 'first').retry, of(mine, 'again').retry]).toMatchObject([RETRY, RETRY]);
    const file7 = merge(theirs, { first: 'theirs', again: 'theirs' });
    expect([of(file7, 'first').retry, of(file7, 'again').retry]).toMatchObject([
      { maxAttempts: 8 },
      { maxAttempts: 8 },
    ]);
  });

  it('says that one definition cannot say two things', () => {
    const mixed = merge(file({ retryCount: 7 }), { first: 'ours', again: 'theirs' });
    expect(codesOf(mixed)).toEqual([
      ['first', 'refused', 'merge_shared'],
      ['again', 'policy'],
    ]);
    expect(of(mixed, 'first').retry).toMatchObject({ maxAttempts: 8 });
  });

  it('keeps what the definition does not say of one of them', () => {
    const owned = published(base, 'conductor', 'again', { owner: 'ops' });
    const merged = merge(file({ retryCount: 7 }), {}, owned);
    expect(merged.conflicts).toEqual([]);
    expect(of(merged, 'again')).toMatchObject({ owner: 'ops', retry: { maxAttempts: 8 } });
    expect(of(merged, 'first')).toMatchObject({ retry: { maxAttempts: 8 } });
  });
});

describe('Serverless Workflow: two tasks by one retry policy, of which there may be copies', () => {
  const tried = (name: string) => `  - ${name}:
      try:
        - call-${name}: { call: http, with: { method: get, endpoint: 'https://shop.example' } }
      catch: { errors: { with: { status: 503 } }, retry: again }
`;
  const file = (count: number, more = ''): DefinitionText => ({
    ...{ fileName: 'orders.yaml', sidecar: null },
    text: `document: { dsl: '1.0.3', namespace: shop, name: orders, version: '0.1.0' }
use:
  retries:
    again: { delay: { seconds: 5 }, backoff: { constant: {} }, limit: { attempt: { count: ${count} } } }
do:
${tried('a')}${tried('b')}${more}`,
  });
  const base = file(2);
  const merge = (ours: DefinitionText, theirs: DefinitionText, choices = {}) =>
    plan({ base, ours, theirs }, choices, 'serverless-workflow');
  const [first = '', second = ''] = merge(base, base).workflow.nodes.flatMap(({ id }) =>
    id.includes('call-') ? [id] : [],
  );
  const ours = published(base, 'serverless-workflow', first, { retry: { ...RETRY, retryOn: ['http_503'] } });

  it('puts a copy where the two are to differ', () => {
    const merged = merge(ours, file(6), { [first]: 'ours', [second]: 'theirs' });
    expect(of(merged, first)).toMatchObject({ retry: RETRY });
    expect(of(merged, second)).toMatchObject({ retry: { maxAttempts: 7 } });
    expect(codesOf(merged).map(([, kind]) => kind)).toEqual(['policy', 'policy']);
  });

  it('puts none where both are to say the same', () => {
    const merged = merge(ours, file(2, '  - tell: { set: { done: true } }\n'));
    expect(merged.conflicts).toEqual([]);
    expect(merged.source.text.match(/retry: again/g)).toHaveLength(2);
    expect(of(merged, first)).toMatchObject({ retry: RETRY });
  });
});
