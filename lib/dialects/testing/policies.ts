import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';

/** A policy from its document; throws when a test wrote an invalid one. */
export function policyFrom(document: object): NodePolicy {
  const { policy, diagnostics } = readPolicy(document);
  if (!policy) throw new Error(JSON.stringify(diagnostics));
  return policy;
}

/** One of everything. */
export const FULL_POLICY = {
  actions: [
    { id: 'charge', kind: 'third_party', target: 'POST payments.example/v1/charges', idempotent: true },
    {
      id: 'note',
      kind: 'queue',
      repeatable: true,
      safeguard: { kind: 'dedup', enforcedBy: 'sender', note: 'key: order # and day' },
    },
  ],
  classification: [
    { code: 'card_declined', class: 'terminal', reason: '银行拒绝：余额不足' },
    { code: 'no', class: 'terminal' },
    { code: '08006', class: 'transient', reason: "it's back, soon", action: 'charge' },
  ],
  retry: {
    maxAttempts: 5,
    backoff: 'exponential',
    initialInterval: '5s',
    maxInterval: '1m30s',
    multiplier: 1.5,
    jitter: 'full',
    maxElapsed: '1h',
    retryOn: ['timeout', 'http_429', 'http_5xx', 'psp_*', '1:30', '1e3'],
  },
  onExhausted: { action: 'manual', notify: 'biz-oncall', record: [...RECORD_FIELDS] },
  owner: 'payments-ops',
  alert: {
    silence: '30m',
    thresholds: [
      {
        code: '*',
        failures: 5,
        window: '1d',
        threshold_source: 'pending-observation',
        sample_size: 14,
        failure_count: 2,
      },
      {
        code: 'timeout',
        failures: 12,
        window: '1d',
        threshold_source: 'measured',
        sample_size: 412,
        failure_count: 57,
        measured_at: '2026-11-01T00:00:00Z',
      },
    ],
  },
} as const;

/** The brief's skeleton, and nothing else. */
export const SKELETON = {
  retry: {
    maxAttempts: 3,
    backoff: 'exponential',
    initialInterval: '5s',
    maxInterval: '1m',
    retryOn: ['timeout', 'psp_busy'],
  },
} as const;

/** Small and large policies that every dialect must carry, by name. */
export const POLICIES: readonly (readonly [string, NodePolicy])[] = [
  ['skeleton', policyFrom(SKELETON)],
  ['everything', policyFrom(FULL_POLICY)],
  [
    'terminal rules only',
    policyFrom({
      classification: [
        { code: 'CardDeclined', class: 'terminal' },
        { code: 'Fraud', class: 'terminal' },
      ],
    }),
  ],
  [
    'fixed',
    policyFrom({
      retry: { maxAttempts: 2, backoff: 'fixed', initialInterval: '30s', maxInterval: '30s', retryOn: ['States.ALL'] },
    }),
  ],
  [
    'linear, sub-second',
    policyFrom({
      retry: {
        maxAttempts: 4,
        backoff: 'linear',
        initialInterval: '500ms',
        maxInterval: '2500ms',
        jitter: 'equal',
        retryOn: ['timeout'],
      },
    }),
  ],
  ['owner only', policyFrom({ owner: 'payments-ops' })],
  ['nothing', {}],
];
