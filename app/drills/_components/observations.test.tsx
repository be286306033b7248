import { describe, expect, it } from 'vitest';
import { markupIn } from '@/components/testing/markup';
import { FORESEEN } from '@/lib/drills/foresee';
import { DRILLS, FAULTS, FAULTS_OF, PHASES, RUN_PROBLEMS, RUN_STATES, TRIAL_STATES } from '@/lib/drills/vocabulary';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { MEND_PLACES, OBSERVATIONS, type Observation, REASONS } from '@/lib/judge/drill';
import { judgeDrill } from '@/lib/judge/judge-drill';
import { rightTrial } from '@/lib/judge/testing/right-trial';
import { Observations } from './observations';

/** What the judge says with each reason; one that is absent is said with nothing. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  'attempts.as_allowed': ['seen_attempts', 'expected_attempts'],
  'attempts.no_retry': ['seen_attempts'],
  'attempts.too_few': ['seen_attempts', 'expected_attempts'],
  'attempts.too_many': ['seen_attempts', 'expected_attempts'],
  'attempts.retried_although_terminal': ['seen_attempts', 'expected_attempts'],
  'attempts.after_success': ['seen_attempts', 'expected_attempts'],
  'attempts.override_not_applied': ['seen_attempts', 'expected_attempts'],
  'attempts.attempt_missing': ['seen_attempts'],
  'attempts.execution_missing': ['seen_executions', 'expected_executions'],
  'attempts.not_finished': ['seen_attempts', 'expected_attempts'],
  'attempts.succeeded_early': ['seen_attempts', 'expected_attempts'],
  'gaps.on_schedule': ['seen_gaps'],
  'gaps.end_to_end': ['seen_gaps'],
  'gaps.too_early': ['seen_attempt', 'seen_gapMs', 'expected_leastMs', 'expected_mostMs'],
  'gaps.too_late': ['seen_attempt', 'seen_gapMs', 'expected_leastMs', 'expected_mostMs'],
  'failure_class.as_made': ['seen_code', 'seen_class'],
  'failure_class.classed_terminal': ['seen_code'],
  'failure_class.classed_transient': ['seen_code'],
  'hand_off.several': ['seen_records', 'expected_records'],
  'hand_off.wrong_trigger': ['seen_trigger', 'expected_trigger'],
  'recipient.told': ['seen_recipient', 'expected_recipient'],
  'recipient.group_missing': ['expected_recipient'],
  'recipient.wrong_recipient': ['seen_recipient', 'expected_recipient'],
  'channel.accepted': ['seen_channels'],
  'channel.confirmed': ['seen_channels'],
  'channel.captured': ['seen_channels'],
  'channel.dead': ['seen_problem'],
  'channel.not_told': ['seen_channels', 'expected_channels'],
  'one_alert.several': ['seen_alerts'],
  'record_fields.all': ['seen_count'],
  'record_fields.record_short': ['seen_fields'],
  'record_fields.not_in_log': ['seen_fields'],
  'record_fields.not_in_message': ['seen_fields'],
  'muted.sent_again': ['seen_alerts'],
  'count.wrong': ['seen_pending', 'seen_total', 'expected_pending', 'expected_total'],
  'effect_once.twice': ['seen_effects'],
};

function textOf(node: unknown, path: string): unknown {
  return path.split('.').reduce((part: unknown, key) => Reflect.get(Object(part), key), node);
}

function rendered(locale: Locale, observations: readonly Observation[]): string {
  return markupIn(
    locale,
    <Observations
      observations={observations}
      subject={{ nodeRowId: 'n', groupId: 'g' }}
      groupNames={new Map([['payments-ops', '<b>Payments</b>']])}
    />,
    { timeZone: 'Asia/Shanghai' },
  );
}

describe.each(LOCALES)('in %s', (locale) => {
  it('every reason of the judge has words, made of what it gives', () => {
    for (const key of OBSERVATIONS) {
      expect(textOf(MESSAGES[locale].drills, `observations.${key}`), key).toBeTypeOf('string');
      for (const reason of REASONS[key]) {
        const text = textOf(MESSAGES[locale].drills, `observation.${key}.${reason}`);
        expect(text, `${key}.${reason}`).toBeTypeOf('string');
        const used = [...String(text).matchAll(/\{((?:expected|seen)_\w+)/g)].map(([, name]) => name);
        const given = GIVEN[`${key}.${reason}`] ?? [];
        expect(
          used.filter((name) => name === undefined || !given.includes(name)),
          `${key}.${reason}`,
        ).toEqual([]);
      }
      const words = Object.keys(Object(textOf(MESSAGES[locale].drills, `observation.${key}`)));
      expect(words.sort(), key).toEqual([...REASONS[key]].sort());
    }
  });

  it.each(DRILLS)('says what drill %i saw, to the last value', (drill) => {
    const fault = FAULTS_OF[drill][0] ?? 'http_503';
    const actions = [{ id: 'charge', kind: 'http' as const, idempotent: true }];
    const retry = {
      ...({ maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 } as const),
    };
    for (const simulated of [true, false]) {
      const policy = { owner: 'payments-ops', actions, retry };
      const { expectation, evidence } = rightTrial({ drill, fault, policy, simulated });
      const observations = judgeDrill(expectation, evidence);
      const html = rendered(locale, observations);
      expect(html).not.toMatch(/drills\.|undefined|\{/);
      if (observations.some(({ key }) => key === 'recipient')) expect(html).toContain('&lt;b&gt;Payments&lt;/b&gt;');
    }
  });

  it('says lengths of time, fields, problems and codes in words', () => {
    const observation = (more: Partial<Observation>): Observation => ({
      ...{ key: 'gaps', verdict: 'failed', reason: 'too_early', expected: {}, seen: {}, ...more },
    });
    const html = rendered(locale, [
      observation({ seen: { attempt: 2, gapMs: 1_500 }, expected: { leastMs: 4_500 }, mend: 'retry' }),
      observation({ key: 'record_fields', reason: 'not_in_log', seen: { fields: 'payload_hash, attempt' } }),
      observation({ key: 'channel', reason: 'dead', seen: { problem: 'timed_out' }, mend: 'owner_group' }),
      observation({ key: 'failure_class', reason: 'classed_terminal', seen: { code: null } }),
    ]);
    expect(html).toContain(locale === 'en' ? '1.5 seconds' : '1.5 秒');
    expect(html).toContain(MESSAGES[locale].terms.recordField.payload_hash);
    expect(html).toContain(locale === 'en' ? 'no answer in time' : '对方未及时响应');
    expect(html).toContain(MESSAGES[locale].common.values.noCode);
    expect(html).toContain('href="/nodes/n#retry"');
    expect(html).toContain('href="/groups/g#channels"');
  });

  it('every word of drills has words', () => {
    const { drills } = MESSAGES[locale];
    const all: readonly (readonly [string, readonly (string | number)[]])[] = [
      ...([
        ['names', DRILLS],
        ['does', DRILLS],
        ['claim.drill', DRILLS],
        ['faults', FAULTS],
        ['phases', PHASES],
        ['problems', RUN_PROBLEMS],
        ['runStates', RUN_STATES],
        ['trialStates', TRIAL_STATES],
        ['mend', MEND_PLACES],
        ['plan.foresees', FORESEEN],
      ] as const),
    ];
    for (const [path, words] of all)
      for (const word of words) expect(textOf(drills, `${path}.${word}`), `${path}.${word}`).toBeTypeOf('string');
  });
});
