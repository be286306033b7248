import { createTranslator } from 'next-intl';
import { describe, expect, test } from 'vitest';
import enPolicy from '@/lib/i18n/messages/en/policy.json';
import zhPolicy from '@/lib/i18n/messages/zh-CN/policy.json';
import { CATALOGUE } from './catalogue';
import { classify } from './classify';
import {
  becausePhrase,
  codePhrase,
  type DescribeContext,
  describeChange,
  describePolicy,
  retryPhrase,
  todayPhrase,
} from './describe';
import { durationPhrase, type Phrase, renderPhrase } from './phrase';
import type { NodePolicy, Retry } from './schema';

const LANGUAGES = { en: enPolicy, 'zh-CN': zhPolicy };
type Language = keyof typeof LANGUAGES;

/** Words as a page gives them; a key without words, or a value missing, fails the test. */
function words(locale: Language, phrase: Phrase): string {
  const onError = (error: Error) => {
    throw error;
  };
  const translate: CallableFunction = createTranslator({ locale, messages: LANGUAGES[locale], onError });
  return renderPhrase((key, values) => String(Reflect.apply(translate, undefined, [key, values])), phrase);
}

function text(locale: Language, phrases: readonly Phrase[]): string[] {
  return phrases.map((phrase) => words(locale, phrase));
}

const retry: Retry = {
  maxAttempts: 3,
  backoff: 'exponential',
  initialInterval: 5_000,
  maxInterval: 60_000,
  retryOn: ['timeout', 'http_5xx'],
};
const policy: NodePolicy = {
  owner: 'payments-oncall',
  classification: [{ code: 'card_declined', class: 'terminal' }],
  retry,
};
const context: DescribeContext = { groupNames: new Map([['payments-oncall', 'Payments on-call']]) };
const zhContext: DescribeContext = { groupNames: new Map([['payments-oncall', '支付值班组']]) };

describe('a whole policy', () => {
  test('in English', () => {
    expect(text('en', describePolicy(policy, context))).toEqual([
      'On a timeout or a server error (HTTP 5xx), it is tried up to 3 times within 15 seconds (plus the time of each try). If none succeeds, a person takes over and Payments on-call is told.',
      'On “card_declined”, it stops at once, a person takes over and Payments on-call is told.',
      'Any other error, unclassified ones included, stops at once too: cleaning up a doubled write costs more than a hand-off.',
      'The same error again within 30 minutes is only counted; the next notification carries the count.',
    ]);
  });

  test('in Chinese', () => {
    expect(text('zh-CN', describePolicy(policy, zhContext))).toEqual([
      '遇到超时或服务端错误（HTTP 5xx）时，15 秒内最多尝试 3 次（含首次；每次尝试本身的耗时另计）；仍未成功则转人工，并通知“支付值班组”。',
      '遇到“card_declined”时立即停止，直接转人工，并通知“支付值班组”。',
      '其他错误（包括未分类的）同样立即停止，直接转人工：清理重复写入的成本通常高于转人工。',
      '同一错误在 30 分钟内再次出现时只累计次数，由下一次通知带上。',
    ]);
  });

  test('without anything: it stops at once and nobody is told', () => {
    expect(text('en', describePolicy({}))).toEqual([
      'It stops at once: on the first failure a person takes over and nobody is told, because there is no owner.',
    ]);
    expect(text('zh-CN', describePolicy({}))).toEqual(['立即停止：首次失败即转人工，但没有归属组，不会通知任何人。']);
  });

  test('without retryOn the catalogue decides, and that is said', () => {
    const [first, last] = text('en', describePolicy({ retry: { ...retry, retryOn: undefined } }));
    expect(first).toMatch(/^On any other error known to pass by itself, it is tried/);
    expect(last).toMatch(/^Known terminal errors, and errors that nobody has classified/);
  });

  test('an empty list, everything, and many codes', () => {
    const of = (retryOn: string[]) => text('en', describePolicy({ retry: { ...retry, retryOn } }));
    expect(of([])[0]).toMatch(/^Up to 3 tries are allowed, but no error is marked as transient/);
    expect(of(['States.ALL'])).toHaveLength(1);
    expect(of(['a', 'b', 'c', 'd', 'e', 'f'])[0]).toMatch(/^On “a”, “b”, “c”, “d” or 2 more codes,/);
    expect(of(['card_*', 'Lambda.TooManyRequestsException', 'http_418'])[0]).toMatch(
      /^On codes that begin with “card_”, too many requests \(HTTP 429\) \(Lambda.TooManyRequestsException\) or HTTP 418,/,
    );
  });

  test('a safeguard that is relied upon is said as a claim, with whose it is', () => {
    const charge = {
      id: 'charge',
      kind: 'http',
      idempotent: false,
      repeatable: false,
      safeguard: { kind: 'idempotency_key', enforcedBy: 'receiver' },
    } as const;
    const said = (actions: NodePolicy['actions']) =>
      describePolicy({ ...policy, actions }, context).find(({ key }) => key === 'sentence.safeguard');
    const claim = said([charge]);
    expect(claim && words('en', claim)).toBe(
      'Only claimed, not checked here: the receiver keeps “charge” from happening twice (idempotency key).',
    );
    expect(claim && words('zh-CN', claim)).toBe(
      '以下只是声明，此处没有验证：接收方保证“charge”不会重复执行（幂等键）。',
    );
    expect(said([{ ...charge, idempotent: true }])).toBeUndefined();
    expect(said([{ ...charge, safeguard: { kind: 'dedup', enforcedBy: 'nobody' } }])).toBeUndefined();
  });

  test('thresholds are said with what backs them, and that they trigger nothing', () => {
    const thresholds = [
      { code: 'timeout', failures: 12, window: 86_400_000, threshold_source: 'measured', sample_size: 412 },
      { code: 'psp_busy', failures: 1, window: 3_600_000, threshold_source: 'manual', reason: 'agreed' },
      { code: '*', failures: 5, window: 86_400_000, threshold_source: 'pending-observation', sample_size: 14 },
    ] as const;
    const said = (list: NonNullable<NodePolicy['alert']>['thresholds'], locale: Language) =>
      text(locale, describePolicy({ ...policy, alert: { thresholds: list } }, context)).at(-1);
    expect(said([...thresholds], 'en')).toBe(
      'Normal: up to 12 failed executions a day for a timeout (measured over 412 executions), up to 1 failed execution within 1 hour for “psp_busy” (set by hand: agreed) and up to 5 failed executions a day for any other code (pending observation, 14 executions so far). More than that is only marked in the notification; it triggers nothing.',
    );
    expect(said([...thresholds], 'zh-CN')).toBe(
      '正常水平：超时每天失败不超过 12 次执行（实测，样本量 412 次执行）、“psp_busy”1 小时内失败不超过 1 次执行（人工指定：agreed）和其他错误码每天失败不超过 5 次执行（待观察，目前样本量 14 次执行）。超过时只在通知里标注，不触发任何动作。',
    );
    const many = Array.from({ length: 8 }, (_, i) => ({ ...thresholds[0], code: `c${i}` }));
    expect(said(many, 'en')).toMatch(/ and 4 more codes\. /);
    expect(said([], 'en')).toMatch(/^The same error again/);
    const bare = { code: 'a', failures: 2, window: 86_400_000 } as const;
    for (const threshold_source of ['measured', 'manual', 'pending-observation'] as const)
      expect(said([{ ...bare, threshold_source }], 'en')).toMatch(
        /\((?:measured|set by hand|pending observation)\)\. /,
      );
  });

  test('a waiver is said, with who gave it and why', () => {
    const waiver = { by: 'Mara', at: '2026-11-01T00:00:00Z', reason: 'written proof follows' };
    const waived = { ...policy, retry: { ...retry, waiver } };
    expect(text('en', describePolicy(waived, context))).toContain(
      'Trying again may do the same thing twice; Mara accepts that: “written proof follows”.',
    );
    expect(text('zh-CN', describePolicy(waived, zhContext))).toContain(
      '重试可能把同一件事做两次；Mara已接受这一风险：“written proof follows”。',
    );
    const once = { ...policy, retry: { ...retry, waiver, maxAttempts: 1 } };
    expect(text('en', describePolicy(once, context)).join()).not.toContain('Mara');
  });

  test('tries that no longer fit into maxElapsed are not promised', () => {
    expect(text('en', describePolicy({ retry: { ...retry, maxElapsed: 5_000 } }))[0]).toMatch(
      /2 times within 5 seconds/,
    );
    expect(text('en', describePolicy({ retry: { ...retry, maxElapsed: 4_999 } }))[0]).toMatch(/^It stops at once/);
  });
});

describe('retry in a table row', () => {
  test.each<[NodePolicy, string, string]>([
    [policy, '3 tries in 15 s, then Payments on-call', '15 秒内最多尝试 3 次，之后转人工：支付值班组'],
    [{ retry }, '3 tries in 15 s, then nobody is told', '15 秒内最多尝试 3 次，之后无人接收'],
    [{ owner: 'x' }, 'stops at once', '失败后立即停止'],
    [{ retry: { maxAttempts: 1 } }, 'stops at once', '失败后立即停止'],
  ])('%#', (each, en, zh) => {
    expect(words('en', retryPhrase(each, context))).toBe(en);
    expect(words('zh-CN', retryPhrase(each, zhContext))).toBe(zh);
  });
});

describe('what changes', () => {
  test('from nothing: today it stops at once and nobody is told', () => {
    expect(text('en', describeChange({}, policy, context)).at(-1)).toBe('Today it stops at once and nobody is told.');
    expect(text('zh-CN', describeChange({}, policy, zhContext)).at(-1)).toBe('目前失败后立即停止，且不通知任何人。');
  });

  test.each<[NodePolicy | null, string, string]>([
    [
      { retry },
      'Today it is tried up to 3 times within 15 seconds, then nobody is told.',
      '目前在 15 秒内最多尝试 3 次，之后不通知任何人。',
    ],
    [{ owner: 'ops' }, 'Today it stops at once and ops is told.', '目前失败后立即停止，并通知“ops”。'],
    [
      { ...policy, retry: { ...retry, maxAttempts: 5 } },
      'Today it is tried up to 5 times within 75 seconds, then Payments on-call is told.',
      '目前在 75 秒内最多尝试 5 次，之后通知“支付值班组”。',
    ],
    [policy, 'Nothing changes.', '没有变化。'],
    [
      { ...policy, classification: [], alert: { silence: 60_000 } },
      'The number of tries, their times and who is told stay as they are today. What changes: the failure classification and the alert settings.',
      '尝试次数、间隔和通知对象与目前一致，变化的是：失败分类和告警设置。',
    ],
    [null, 'What stands there today is not a valid policy.', '目前配置中的规则无效。'],
  ])('%#', (before, en, zh) => {
    expect(words('en', todayPhrase(before, policy, context))).toBe(en);
    expect(words('zh-CN', todayPhrase(before, policy, zhContext))).toBe(zh);
  });
});

describe('durations', () => {
  test.each([
    [0, '0 seconds', '0 秒'],
    [250, '250 milliseconds', '250 毫秒'],
    [1_000, '1 second', '1 秒'],
    [1_500, '1.5 seconds', '1.5 秒'],
    [75_000, '75 seconds', '75 秒'],
    [120_000, '2 minutes', '2 分钟'],
    [150_000, '2 minutes 30 seconds', '2 分钟 30 秒'],
    [90_061_000, '1 day 1 hour', '1 天 1 小时'],
  ])('%d ms', (ms, en, zh) => {
    expect(words('en', durationPhrase(ms))).toBe(en);
    expect(words('zh-CN', durationPhrase(ms))).toBe(zh);
    expect(words('en', durationPhrase(ms, 'short'))).not.toBe('');
  });
});

test('every token of the catalogue, and every reason, has words in both languages', () => {
  const tokens = [...CATALOGUE.map((row) => row.token), 'http_4xx', 'http_418', '*', 'States.TaskFailed', 'x_*'];
  const rule = { code: 'x', class: 'terminal' as const };
  const verdicts = [
    classify({ rules: [rule] }, 'x'),
    classify({ rules: [], retryOn: ['x'] }, 'x'),
    classify({ rules: [], retryOn: [] }, 'x'),
    classify({ rules: [] }, 'timeout'),
    classify({ rules: [] }, 'x'),
  ];
  for (const locale of ['en', 'zh-CN'] as const)
    for (const phrase of [...tokens.map((token) => codePhrase(token)), ...verdicts.map(becausePhrase)])
      expect(words(locale, phrase)).not.toBe('');
});

test('both languages have the same keys, and the number of tries is never called a number of retries', () => {
  const keys = (value: object): string[] =>
    Object.entries(value).flatMap(([key, each]) =>
      typeof each === 'object' && each !== null ? keys(each).map((rest) => `${key}.${rest}`) : [key],
    );
  expect(keys(zhPolicy).sort()).toEqual(keys(enPolicy).sort());
  expect(JSON.stringify(zhPolicy)).not.toMatch(/重试次数/);
});
