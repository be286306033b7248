import { describe, expect, it } from 'vitest';
import { catalogueSays } from '@/lib/policy/catalogue';
import { classify } from '@/lib/policy/classify';
import { catalogueTransient, decideCode, putSkeleton, valueAt } from '@/lib/policy/edit';
import { type EntryInput, extraByTime, extraOf, judgeEntry, knownTokens, MAX_ENTRIES, stillMeant } from './entry';

const row = (code: string, as: 'transient' | 'terminal', source = 'PSP manual'): EntryInput => ({
  ...{ code, class: as, means: null, source },
});
const spelling = (code: string, means: string, source = 'PSP manual'): EntryInput => ({
  ...{ code, class: null, means, source },
});
const at = (entries: readonly EntryInput[]) => entries.map((entry, index) => ({ ...entry, id: `id-${index}` }));
const reasonOf = (input: EntryInput, others: readonly EntryInput[] = [], before: EntryInput | null = null) => {
  const judged = judgeEntry(input, at(others), before);
  return 'problem' in judged ? judged.problem : judged.entry;
};

describe('an entry', () => {
  it.each<[string, EntryInput, readonly EntryInput[], object]>([
    ['a code that nobody knows', row('psp_busy', 'transient'), [], { code: 'psp_busy', class: 'transient' }],
    ['another class than the built-in one', row('http_409', 'transient'), [], { class: 'transient' }],
    ['the two patterns that are tokens', row('http_4xx', 'transient'), [], { class: 'transient' }],
    ['any other pattern', row('psp_*', 'transient'), [], { reason: 'code_pattern' }],
    ['every code', row('States.ALL', 'terminal'), [], { reason: 'code_pattern' }],
    [
      'the same in another spelling',
      row('PSP-Busy', 'terminal'),
      [row('psp_busy', 'transient')],
      { reason: 'code_taken' },
    ],
    [
      'a status in another spelling',
      row('503', 'terminal'),
      [row('HTTP_503', 'terminal')],
      { reason: 'code_taken', named: 'HTTP_503' },
    ],
    ['a spelling of a built-in token', spelling('PSP-17', 'ETIMEDOUT'), [], { means: 'timeout', class: null }],
    ['a spelling of a status', spelling('PSP-17', '503'), [], { means: 'http_503' }],
    [
      'a spelling of an added token',
      spelling('PSP-17', 'PSP Busy'),
      [row('psp_busy', 'transient')],
      { means: 'psp_busy' },
    ],
    ['a spelling of nothing', spelling('PSP-17', 'weird'), [], { reason: 'means_unknown' }],
    ['a spelling of itself', spelling('PSP-17', 'psp_17'), [], { reason: 'means_itself' }],
    ['another name for a token', spelling('Timeout', 'http_503'), [], { reason: 'code_is_token', named: 'timeout' }],
    ['another name for a status', spelling('503', 'timeout'), [], { reason: 'code_is_token', named: 'http_503' }],
  ])('%s', (_, input, others, expected) => {
    expect(reasonOf(input, others)).toMatchObject(expected);
  });

  it('is one of so many', () => {
    const full = Array.from({ length: MAX_ENTRIES }, (_, index) => row(`code ${index}`, 'terminal'));
    expect(reasonOf(row('one more', 'terminal'), full)).toEqual({ reason: 'too_many', limit: MAX_ENTRIES });
    expect(reasonOf(row('code x', 'terminal'), full.slice(1), full[0])).toMatchObject({ code: 'code x' });
  });

  it('stays while spellings lead to it, unless a built-in row takes its place', () => {
    const busy = row('psp_busy', 'transient');
    const spellings = [spelling('PSP-17', 'psp_busy'), spelling('PSP-18', 'psp_busy')];
    expect(stillMeant(busy, spellings)).toEqual({ reason: 'still_meant', named: 'PSP-17', count: 2 });
    expect(stillMeant(row('timeout', 'terminal'), [spelling('PSP-17', 'timeout')])).toBeNull();
    expect(reasonOf(row('psp_full', 'transient'), spellings, busy)).toMatchObject({ reason: 'still_meant' });
    expect(reasonOf(row('psp_busy', 'terminal'), spellings, busy)).toMatchObject({ class: 'terminal' });
  });
});

describe('what entries make of codes', () => {
  const extra = extraOf([
    row('HTTP 503', 'terminal'),
    row('Timeout', 'terminal'),
    row('psp_busy', 'transient'),
    spelling('PSP-17', 'psp_busy', 'mail of the PSP'),
    row('ETIMEDOUT', 'transient', 'our network'),
  ]);
  it.each([
    ['503', 'terminal', 'PSP manual', true],
    ['http_503', 'terminal', 'PSP manual', true],
    ['502', 'transient', 'RFC 9110 §15.6', false],
    ['SocketTimeoutException', 'terminal', 'PSP manual', true],
    ['ETIMEDOUT', 'transient', 'our network', true],
    ['psp_17', 'transient', 'mail of the PSP', true],
    ['PSP busy', 'transient', 'PSP manual', true],
  ] as const)('%s is %s by %s', (code, as, source, added) => {
    expect(catalogueSays(code, extra)).toMatchObject({ class: as, source, added });
    expect(classify({ rules: [], extra }, code)).toMatchObject({ class: as, unknown: false });
  });

  it('a rule and a closed list of a node go before them', () => {
    expect(classify({ rules: [{ code: 'psp_busy', class: 'terminal' }], extra }, 'PSP-17').class).toBe('terminal');
    expect(classify({ rules: [], retryOn: ['http_429'], extra }, 'psp_busy')).toMatchObject({
      ...{ class: 'terminal', because: 'not in retryOn', unknown: false },
    });
  });

  it('a file that the form writes names them itself, spellings too', () => {
    const shown = ['PSP-17', 'psp_busy', 'weird', '503', null];
    const document = putSkeleton({}, { extra, shown });
    expect(valueAt(document, ['retry', 'retryOn'])).toEqual([
      ...['timeout', 'connection_refused', 'http_429', 'http_5xx', 'PSP-17', 'psp_busy'],
    ]);
    expect(valueAt(putSkeleton({}, { shown }), ['retry', 'retryOn'])).not.toContain('psp_busy');
    const terminal = { classification: [{ code: 'psp_busy', class: 'terminal' }] };
    expect(valueAt(putSkeleton(terminal, { extra, shown }), ['retry', 'retryOn'])).not.toContain('psp_busy');
    expect(catalogueTransient(extra)).toEqual(expect.arrayContaining(['psp_busy', 'PSP-17', 'ETIMEDOUT', 'http_5xx']));
    expect(catalogueTransient(extra)).not.toContain('timeout');
  });

  it('a code that is decided otherwise leaves the list in all its spellings', () => {
    const document = { retry: { maxAttempts: 3, retryOn: ['psp_busy', 'http_429'] } };
    expect(valueAt(decideCode(document, 'PSP-17', 'terminal', extra), ['retry', 'retryOn'])).toEqual(['http_429']);
  });

  it('are offered as what a spelling can mean', () => {
    expect(knownTokens([row('psp_busy', 'transient'), spelling('PSP-17', 'psp_busy')])).toEqual(
      expect.arrayContaining(['timeout', 'psp_busy']),
    );
  });
});

describe('what held when', () => {
  const time = (day: number) => new Date(Date.UTC(2026, 10, day));
  const extraAt = extraByTime([
    { ...row('a', 'transient'), since: time(2), until: time(5) },
    { ...row('a', 'terminal'), since: time(5), until: null },
    { ...row('b', 'transient'), since: time(3), until: time(4) },
    { ...row('c', 'transient'), since: time(6), until: time(6) },
  ]);
  const says = (code: string, day: number) => catalogueSays(code, extraAt(time(day).getTime()))?.class ?? null;

  it.each([
    ['a', 1, null],
    ['a', 2, 'transient'],
    ['a', 4, 'transient'],
    ['a', 5, 'terminal'],
    ['b', 2, null],
    ['b', 3, 'transient'],
    ['b', 4, null],
    ['c', 6, null],
  ] as const)('%s on day %i: %s', (code, day, expected) => {
    expect(says(code, day)).toBe(expected);
  });

  it('is made once for each stretch of time', () => {
    expect(extraAt(time(3).getTime())).toBe(extraAt(time(3).getTime() + 1));
    expect(extraByTime([])(0)).toEqual({});
  });
});
