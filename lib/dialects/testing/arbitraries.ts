import fc from 'fast-check';
import { classifyInput, conflicts } from '@/lib/policy/classify';
import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import { BACKOFFS, JITTERS, RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { formatDuration } from '@/lib/shared/duration';

const CODES = [
  'timeout',
  'http_429',
  'http_5xx',
  'http_404',
  'no',
  '08006',
  '1e3',
  '1:30',
  'psp_*',
  '*',
  'States.Timeout',
  'States.TaskFailed',
  'States.ALL',
  'States.*',
  'CardDeclined',
  'Lambda.ServiceException',
  '余额不足',
  'constructor',
  'a: b',
  "it's",
];
const code = fc.oneof(fc.constantFrom(...CODES), fc.string({ minLength: 1, maxLength: 10 }));
const words = fc.oneof(
  fc.constantFrom('yes', '~', 'the bank refused', '# not a comment', 'line\nbreak'),
  fc.string({ maxLength: 20 }),
);
const slug = fc.constantFrom('payments-ops', 'biz.oncall', 'on', 'no', '0123', '1e3');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const action = fc.record({
  id: fc.constantFrom('charge', 'no', '1'),
  kind: fc.constantFrom('http', 'database', 'third_party'),
  target: maybe(words),
  idempotent: maybe(fc.boolean()),
  safeguard: maybe(
    fc.record({ kind: fc.constant('upsert'), enforcedBy: fc.constantFrom('sender', 'nobody'), note: maybe(words) }),
  ),
});
const rule = fc.record({
  code,
  class: fc.constantFrom('transient', 'terminal'),
  reason: maybe(words),
  action: maybe(fc.constant('charge')),
});
const retry = fc
  .record({
    maxAttempts: fc.integer({ min: 1, max: 8 }),
    backoff: fc.constantFrom(...BACKOFFS),
    initial: fc.constantFrom(100, 500, 1000, 1500, 5000, 60_000),
    factor: fc.constantFrom(1, 1, 2, 3.5, 12),
    multiplier: maybe(fc.constantFrom(1, 1.5, 2, 10)),
    jitter: maybe(fc.constantFrom(...JITTERS)),
    maxElapsed: maybe(fc.constantFrom('1h', '10m')),
    retryOn: maybe(fc.uniqueArray(code, { maxLength: 5 })),
  })
  .map(({ initial, factor, ...rest }) => ({
    ...rest,
    initialInterval: formatDuration(initial),
    maxInterval: formatDuration(initial * factor),
  }));
const document = fc.record({
  actions: maybe(fc.array(action, { maxLength: 3 })),
  classification: maybe(fc.uniqueArray(rule, { maxLength: 4, selector: (each) => each.code })),
  retry: maybe(retry),
  onExhausted: maybe(
    fc.record({ action: fc.constant('manual'), notify: maybe(slug), record: maybe(fc.constant([...RECORD_FIELDS])) }),
  ),
  owner: maybe(slug),
  alert: maybe(
    fc.record({
      silence: maybe(fc.constantFrom('30m', '1h')),
      thresholds: maybe(
        fc.array(
          fc.record({
            code,
            failures: fc.integer({ min: 1, max: 99 }),
            window: fc.constant('1d'),
            threshold_source: fc.constant('manual'),
            reason: maybe(words),
          }),
          { maxLength: 2 },
        ),
      ),
    }),
  ),
});

/** Retries and classes in whole seconds and without remarks: what an engine may say without a sidecar. */
const lean = fc.record({
  classification: fc.option(
    fc.uniqueArray(fc.record({ code, class: fc.constant('terminal') }), {
      minLength: 1,
      maxLength: 4,
      selector: (each) => each.code,
    }),
    { nil: undefined, freq: 2 },
  ),
  retry: fc.option(
    fc.record({
      maxAttempts: fc.integer({ min: 2, max: 8 }),
      backoff: fc.constantFrom('fixed', 'exponential'),
      initialInterval: fc.constantFrom('1s', '5s'),
      maxInterval: fc.constantFrom('5s', '10s', '40s', '1h'),
      multiplier: maybe(fc.constantFrom(1, 1.5, 2, 10)),
      jitter: maybe(fc.constantFrom('none', 'full')),
      retryOn: fc.uniqueArray(code, { minLength: 1, maxLength: 5 }),
    }),
    { nil: undefined, freq: 4 },
  ),
});

/** Any valid policy without contradictions, with the texts that YAML trips over. */
export const anyPolicy: fc.Arbitrary<NodePolicy> = fc
  .oneof({ weight: 2, arbitrary: document }, { weight: 1, arbitrary: lean })
  .map((each) => readPolicy(each).policy)
  .filter((policy): policy is NodePolicy => policy !== null && conflicts(classifyInput(policy)).length === 0);
