import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/lib/shared/json';
import { mergeSays, type NodeSays, sameSays } from './policy-merge';

const says = (policy: JsonObject, engineRetry: readonly JsonObject[] = []): NodeSays => ({ policy, engineRetry });
const rule = (code: string, verdict = 'terminal'): JsonObject => ({ code, class: verdict });
const RETRY = { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s', retryOn: ['timeout'] };
const BASE: JsonObject = {
  owner: 'order-ops',
  actions: [{ id: 'charge', kind: 'http' }],
  classification: [rule('a'), rule('b')],
  retry: RETRY,
  onExhausted: { action: 'manual' },
  alert: { silence: '30m' },
};

const merge = (base: JsonObject, ours: JsonObject, theirs: JsonObject, side: 'ours' | 'theirs' = 'ours') =>
  mergeSays(says(base), says(ours), says(theirs), side);

describe('what only one side changed', () => {
  it('is kept, and what the file changed is taken', () => {
    const merged = merge(BASE, { ...BASE, owner: 'payments-ops' }, { ...BASE, alert: { silence: '1h' } });
    expect(merged).toMatchObject({ kept: ['owner'], taken: ['alert'], conflicts: [] });
    expect(merged.says.policy).toEqual({ ...BASE, owner: 'payments-ops', alert: { silence: '1h' } });
  });

  it('is kept when it was taken away', () => {
    const { alert: _, ...without } = BASE;
    expect(merge(BASE, without, { ...BASE, owner: 'x' }).says.policy).toEqual({ ...without, owner: 'x' });
    const { owner: __, ...ownerless } = BASE;
    expect(merge(BASE, ownerless, BASE).says.policy).not.toHaveProperty('owner');
  });

  it('is nothing at all where a duration is only spelled otherwise', () => {
    const merged = merge(BASE, { ...BASE, alert: { silence: '1800s' } }, { ...BASE, alert: { silence: '1h' } });
    expect(merged).toMatchObject({ kept: [], taken: ['alert'], conflicts: [] });
  });
});

describe('what both changed', () => {
  it('is fine where they say the same', () => {
    const both = { ...BASE, owner: 'payments-ops' };
    expect(merge(BASE, both, both)).toMatchObject({ kept: [], taken: [], conflicts: [] });
  });

  it('is a conflict of that part, which goes to the side that was chosen', () => {
    const ours = { ...BASE, owner: 'payments-ops', alert: { silence: '2h' } };
    const theirs = { ...BASE, owner: 'risk-desk' };
    const merged = merge(BASE, ours, theirs);
    expect(merged).toMatchObject({ kept: ['alert'], taken: [], conflicts: ['owner'] });
    expect(merged.disputed).toEqual({
      base: { owner: 'order-ops' },
      ours: { owner: 'payments-ops' },
      theirs: { owner: 'risk-desk' },
    });
    expect(merged.says.policy).toEqual(ours);
    expect(merge(BASE, ours, theirs, 'theirs').says.policy).toEqual({ ...ours, owner: 'risk-desk' });
  });

  it('is a conflict in a schedule even if they changed different fields of it', () => {
    const ours = { ...BASE, retry: { ...RETRY, maxAttempts: 5 } };
    const theirs = { ...BASE, retry: { ...RETRY, initialInterval: '1s' } };
    const merged = merge(BASE, ours, theirs);
    expect(merged).toMatchObject({ kept: [], taken: [], conflicts: ['retry'] });
    expect(merged.says.policy).toEqual(ours);
  });

  it('is a conflict where one changed a retry and the other took it away', () => {
    const { retry: _, ...without } = BASE;
    const ours = { ...BASE, retry: { ...RETRY, retryOn: ['timeout', 'http_429'] } };
    expect(merge(BASE, ours, without)).toMatchObject({ conflicts: ['retry'] });
    expect(merge(BASE, ours, without, 'theirs').says.policy).toEqual(without);
  });

  it('of a list is merged entry by entry', () => {
    const ours = { ...BASE, classification: [rule('a', 'transient'), rule('b'), rule('mine')] };
    const theirs = { ...BASE, classification: [rule('theirs'), rule('a')] };
    const merged = merge(BASE, ours, theirs);
    expect(merged).toMatchObject({ kept: ['classification'], taken: ['classification'], conflicts: [] });
    expect(merged.says.policy.classification).toEqual([rule('theirs'), rule('a', 'transient'), rule('mine')]);
  });

  it('of one entry is a conflict of that entry alone', () => {
    const ours = { ...BASE, classification: [rule('a', 'transient'), rule('b')] };
    const theirs = { ...BASE, classification: [rule('b'), rule('c')] };
    const merged = merge(BASE, ours, theirs);
    expect(merged).toMatchObject({ taken: ['classification'], conflicts: ['classification'] });
    expect(merged.disputed).toEqual({
      base: { classification: [rule('a')] },
      ours: { classification: [rule('a', 'transient')] },
      theirs: { classification: [] },
    });
    expect(merge(BASE, ours, theirs, 'theirs').says.policy.classification).toEqual([rule('b'), rule('c')]);
  });

  it('of the codes that are retried is merged as a set, unless one side has none: then the catalogue decides', () => {
    const retried = (...retryOn: string[]) => ({ ...BASE, retry: { ...RETRY, retryOn } });
    expect(merge(BASE, retried('timeout', 'x'), retried('y')).says.policy.retry).toMatchObject({ retryOn: ['y', 'x'] });
    const { retryOn: _, ...byCatalogue } = RETRY;
    expect(merge(BASE, retried('x'), { ...BASE, retry: byCatalogue })).toMatchObject({ conflicts: ['retry'] });
  });
});

describe("the engine's own retries", () => {
  const own = [{ ErrorEquals: ['A'] }];
  const plain = { owner: 'order-ops' };

  it('stay replaced where they were replaced here and the file brings the same ones again', () => {
    const ours = says({ ...plain, retry: RETRY });
    const merged = mergeSays(says(plain, own), ours, says({ ...plain, alert: { silence: '1h' } }, own), 'ours');
    expect(merged).toMatchObject({ kept: ['retry'], taken: ['alert'], conflicts: [] });
    expect(merged.says.engineRetry).toEqual([]);
    expect(merged.says.policy).toEqual({ ...plain, retry: RETRY, alert: { silence: '1h' } });
  });

  it('are a conflict with what replaced them where the file brings other ones', () => {
    const ours = says({ ...plain, retry: RETRY });
    const other = says(plain, [{ ErrorEquals: ['B'] }]);
    expect(mergeSays(says(plain, own), ours, other, 'ours')).toMatchObject({ conflicts: ['retry'] });
    expect(mergeSays(says(plain, own), ours, other, 'theirs').says).toEqual(other);
  });
});

it('finds `onExhausted` under `retry` equal to one beside it', () => {
  const { onExhausted, ...rest } = BASE;
  expect(sameSays(says(BASE), says({ ...rest, retry: { ...RETRY, onExhausted } }))).toBe(true);
});

describe('over random policies', () => {
  const random = seeded(7);
  const pick = <T>(...from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0];
  const maybe = (key: string, value: () => JsonObject[string]) => (random() < 0.7 ? { [key]: value() } : {});
  const rules = (codes: readonly string[]) =>
    codes.flatMap((code) => (random() < 0.6 ? [rule(code, pick('terminal', 'transient'))] : []));
  const policy = (codes: readonly string[] = ['a', 'b', 'c']): JsonObject => ({
    ...maybe('owner', () => pick('one', 'two')),
    ...maybe('actions', () => [{ id: pick('x', 'y'), kind: 'http', idempotent: pick(true, false) }]),
    ...maybe('classification', () => rules(codes)),
    ...maybe('retry', () => ({
      maxAttempts: pick(1, 3, 5),
      ...maybe('retryOn', () => ['timeout', 'http_429', 'z'].filter(() => random() < 0.5)),
      ...maybe('waiver', () => ({ reason: pick('p', 'q') })),
    })),
    ...maybe('onExhausted', () => ({ action: 'manual', ...maybe('notify', () => pick('one', 'two')) })),
    ...maybe('alert', () => ({
      ...maybe('silence', () => pick('10m', '1h')),
      ...maybe('thresholds', () => [{ code: '*', failures: pick(3, 5) }]),
    })),
  });
  const engine = () => (random() < 0.2 ? [{ ErrorEquals: [pick('A', 'B')] }] : []);
  const node = () => says(policy(), engine());
  const times = Array.from({ length: 300 }, (_, index) => index);

  it.each(['ours', 'theirs'] as const)(
    'gives theirs where we changed nothing, ours where they did not (%s)',
    (side) => {
      for (const round of times) {
        const [a, b] = [node(), node()];
        const theirs = mergeSays(a, a, b, side);
        expect(sameSays(theirs.says, b), `${round}`).toBe(true);
        expect([theirs.kept, theirs.conflicts], `${round}`).toEqual([[], []]);
        const ours = mergeSays(a, b, a, side);
        expect(sameSays(ours.says, b), `${round}: ${JSON.stringify([a, b, ours])}`).toBe(true);
        expect([ours.taken, ours.conflicts], `${round}`).toEqual([[], []]);
        expect(mergeSays(a, b, b, side), `${round}`).toMatchObject({ kept: [], taken: [], conflicts: [] });
      }
    },
  );

  it('gives both where they changed different parts, whoever comes first', () => {
    const edits: readonly ((doc: JsonObject) => JsonObject)[] = [
      (doc) => ({ ...doc, owner: 'three' }),
      (doc) => ({ ...doc, actions: [...listOf(doc.actions), { id: 'new', kind: 'queue' }] }),
      (doc) => ({ ...doc, classification: [...listOf(doc.classification), rule('mine')] }),
      (doc) => ({ ...doc, classification: [...listOf(doc.classification), rule('theirs', 'transient')] }),
      (doc) => ({ ...doc, retry: { maxAttempts: 9 } }),
      (doc) => ({ ...doc, onExhausted: { action: 'manual', notify: 'three' } }),
      (doc) => ({ ...doc, alert: { ...objectOf(doc.alert), silence: '5m' } }),
    ];
    for (const round of times) {
      const base = policy();
      const ours = edits.filter(() => random() < 0.4);
      const theirs = edits.filter((edit) => !ours.includes(edit) && random() < 0.6);
      const all = (chosen: typeof edits, doc: JsonObject) => chosen.reduce((edited, edit) => edit(edited), doc);
      const [mine, other] = [all(ours, base), all(theirs, base)];
      const expected = sorted(all([...ours, ...theirs], base));
      const one = merge(base, mine, other);
      const two = merge(base, other, mine);
      expect([one.conflicts, two.conflicts], `${round}`).toEqual([[], []]);
      expect(sameSays(sorted(one.says.policy), expected), `${round}`).toBe(true);
      expect(sameSays(sorted(two.says.policy), expected), `${round}`).toBe(true);
    }
  });
});

/** The order of entries in a list says nothing. */
function sorted(policy: JsonObject): NodeSays {
  const inOrder = (value: JsonObject[string]) =>
    Array.isArray(value) ? [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value;
  return says(Object.fromEntries(Object.entries(policy).map(([key, value]) => [key, inOrder(value)])));
}

const listOf = (value: JsonObject[string]) => (Array.isArray(value) ? value : []);
const objectOf = (value: JsonObject[string]): object => (typeof value === 'object' && value !== null ? value : {});

/** Numbers in [0, 1) that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
