import fc from 'fast-check';
import { ACTION_KINDS, ENFORCERS, SAFEGUARD_KINDS } from '@/lib/model/action-kinds';
import type { NodePolicy, Retry } from '../schema';
import { BACKOFFS, FAILURE_CLASSES, JITTERS, LIMITS, THRESHOLD_SOURCES } from '../vocabulary';

const text = fc.string({ minLength: 1, maxLength: 20 });
const slug = fc.stringMatching(/^[a-z0-9]([a-z0-9._-]{0,10}[a-z0-9])?$/);
/** Codes that meet one another: tokens, patterns, raw spellings, and anything. */
export const codeArbitrary = fc.oneof(
  fc.constantFrom('timeout', 'http_503', 'HTTP_503', '503', 'http_5xx', 'http_401', 'ETIMEDOUT', 'States.ALL'),
  fc.constantFrom('card_declined', 'card_*', 'card_d*', '*', 'db_*', 'db_deadlock', '40P01', 'weird'),
  text,
);

/** Anything but the one key that no reader takes (`reserved_key`), which has tests of its own. */
const platformValue = fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('"__proto__":'));

const action = fc.record(
  {
    id: text,
    kind: fc.constantFrom(...ACTION_KINDS),
    target: text,
    idempotent: fc.boolean(),
    repeatable: fc.boolean(),
    safeguard: fc.record(
      { kind: fc.constantFrom(...SAFEGUARD_KINDS), enforcedBy: fc.constantFrom(...ENFORCERS), note: text },
      { requiredKeys: ['kind', 'enforcedBy'] },
    ),
    'x-platform': platformValue,
  },
  { requiredKeys: ['id', 'kind'] },
);

export const ruleArbitrary = fc.record(
  { code: codeArbitrary, class: fc.constantFrom(...FAILURE_CLASSES), reason: text, action: text },
  { requiredKeys: ['code', 'class'] },
);

/** A valid retry. */
export function retryArbitrary({ minAttempts = 1 } = {}): fc.Arbitrary<Retry> {
  const intervals = fc
    .integer({ min: LIMITS.initialInterval.min, max: LIMITS.initialInterval.max })
    .chain((initialInterval) =>
      fc.record({
        initialInterval: fc.constant(initialInterval),
        maxInterval: fc.integer({ min: initialInterval, max: LIMITS.maxInterval.max }),
      }),
    );
  const rest = fc.record(
    {
      maxAttempts: fc.integer({ min: minAttempts, max: LIMITS.maxAttempts.max }),
      backoff: fc.constantFrom(...BACKOFFS),
      multiplier: fc.double({ ...LIMITS.multiplier, noNaN: true }),
      jitter: fc.constantFrom(...JITTERS),
      maxElapsed: fc.integer({ min: 1, max: 1e9 }),
      retryOn: fc.array(codeArbitrary, { maxLength: 5 }),
      waiver: fc.record({ by: text, at: text, reason: fc.stringMatching(/^\w{1,10}$/) }),
    },
    { requiredKeys: ['maxAttempts', 'backoff'] },
  );
  return fc.tuple(intervals, rest).map(([first, second]) => ({ ...first, ...second }));
}

/** A valid policy, any part of it absent. */
export const policyArbitrary: fc.Arbitrary<NodePolicy> = fc.record(
  {
    owner: slug,
    actions: fc.array(action, { maxLength: 3 }),
    classification: fc.array(ruleArbitrary, { maxLength: 4 }),
    retry: retryArbitrary(),
    onExhausted: fc.record(
      { action: fc.constant('manual' as const), notify: slug, record: fc.array(text, { maxLength: 9 }) },
      { requiredKeys: ['action'] },
    ),
    alert: fc.record(
      {
        silence: fc.integer(LIMITS.silence),
        thresholds: fc.array(
          fc.record(
            {
              code: text,
              failures: fc.integer(LIMITS.thresholdFailures),
              window: fc.integer(LIMITS.thresholdWindow),
              threshold_source: fc.constantFrom(...THRESHOLD_SOURCES),
              sample_size: fc.integer(LIMITS.sample),
              reason: text,
            },
            { requiredKeys: ['code', 'failures', 'window', 'threshold_source'] },
          ),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
