import { describe, expect, it } from 'vitest';
import { mergeDocuments } from './merge';

const rule = (code: string, verdict = 'terminal') => ({ code, class: verdict });
const base = {
  owner: 'order-ops',
  classification: [rule('a'), rule('b')],
  retry: { maxAttempts: 3, initialInterval: '5s', retryOn: ['timeout', 'http_5xx'] },
};

describe('mergeDocuments', () => {
  it('takes what they changed and I did not', () => {
    const mine = { ...base, owner: 'payments-ops' };
    const theirs = { ...base, retry: { ...base.retry, maxAttempts: 5 } };
    expect(mergeDocuments(base, mine, theirs)).toEqual({ ...mine, retry: theirs.retry });
  });

  it('keeps mine where both changed the same entry', () => {
    const mine = { ...base, owner: 'payments-ops' };
    expect(mergeDocuments(base, mine, { ...base, owner: 'risk-desk' })).toEqual(mine);
  });

  it('keeps both when each added a rule, also to an empty list', () => {
    const mine = { ...base, classification: [...base.classification, rule('mine', 'transient')] };
    const theirs = { ...base, classification: [...base.classification, rule('theirs')] };
    expect(mergeDocuments(base, mine, theirs).classification).toEqual([
      rule('a'),
      rule('b'),
      rule('mine', 'transient'),
      rule('theirs'),
    ]);
    expect(mergeDocuments({}, { classification: [rule('m')] }, { classification: [rule('t')] })).toEqual({
      classification: [rule('m'), rule('t')],
    });
  });

  it('follows them in what they removed or decided anew, unless I touched it', () => {
    const mine = { ...base, classification: [rule('a', 'transient'), rule('b')] };
    const theirs = { ...base, classification: [rule('b', 'transient')] };
    expect(mergeDocuments(base, mine, theirs).classification).toEqual([rule('a', 'transient'), rule('b', 'transient')]);
  });

  it('merges the retry list as a set', () => {
    const mine = { ...base, retry: { ...base.retry, retryOn: ['timeout', 'http_5xx', 'psp_busy'] } };
    const theirs = { ...base, retry: { ...base.retry, retryOn: ['http_5xx', 'http_429'] } };
    expect(mergeDocuments(base, mine, theirs).retry).toMatchObject({ retryOn: ['http_5xx', 'psp_busy', 'http_429'] });
  });

  it('changes nothing when they changed nothing', () => {
    const mine = { ...base, owner: 'payments-ops' };
    expect(mergeDocuments(base, mine, base)).toBe(mine);
  });
});
