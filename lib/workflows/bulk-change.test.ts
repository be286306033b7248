import { describe, expect, it } from 'vitest';
import { readPolicy } from '@/lib/policy/read';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import { type BulkChange, withBulkChanges } from './bulk-change';
import { bulkChangesSchema, checkBulkChanges } from './bulk-schema';

const SCHEDULE = { maxAttempts: 4, backoff: 'fixed', initialInterval: '10s', maxInterval: '1m' };

describe('withBulkChanges', () => {
  it.each<[string, JsonObject, BulkChange[], JsonObject]>([
    [
      'names an owner',
      { alert: { silence: '1h' } },
      [{ kind: 'owner', owner: 'a' }],
      { alert: { silence: '1h' }, owner: 'a' },
    ],
    ['takes an owner away', { owner: 'a', actions: [] }, [{ kind: 'owner', owner: null }], { actions: [] }],
    [
      'sets the silence beside thresholds',
      { alert: { thresholds: [], kept: 1 } },
      [{ kind: 'silence', silence: '1h' }],
      { alert: { thresholds: [], kept: 1, silence: '1h' } },
    ],
    [
      'says who is told where the hand-off stands, beside retry or under it',
      { retry: { maxAttempts: 1, onExhausted: { action: 'manual', record: ['node_id'] } } },
      [{ kind: 'notify', notify: 'a' }],
      { retry: { maxAttempts: 1, onExhausted: { action: 'manual', record: ['node_id'], notify: 'a' } } },
    ],
    [
      'makes a hand-off with the whole record where there is none',
      {},
      [{ kind: 'notify', notify: 'a' }],
      { onExhausted: { action: 'manual', record: [...RECORD_FIELDS], notify: 'a' } },
    ],
    [
      'tells the owner again',
      { onExhausted: { action: 'manual', notify: 'a' } },
      [{ kind: 'notify', notify: null }],
      { onExhausted: { action: 'manual' } },
    ],
    ['goes back to the usual silence', { alert: { silence: '1h' } }, [{ kind: 'silence', silence: null }], {}],
    [
      'classifies a code in the rule that stands there, whose reason stays',
      { classification: [{ code: 'x', class: 'terminal', reason: 'why', note: 1 }] },
      [{ kind: 'classify', code: 'x', class: 'transient' }],
      { classification: [{ code: 'x', class: 'transient', reason: 'why', note: 1 }] },
    ],
    [
      'adds a rule with its reason, and names the code where codes are named',
      { retry: { ...SCHEDULE, retryOn: ['timeout'] } },
      [{ kind: 'classify', code: 'x', class: 'transient', reason: 'clears up' }],
      {
        retry: { ...SCHEDULE, retryOn: ['timeout', 'x'] },
        classification: [{ code: 'x', class: 'transient', reason: 'clears up' }],
      },
    ],
    [
      'puts a schedule in the place of another, whose codes, waiver and unknown keys stay',
      {
        retry: {
          maxAttempts: 2,
          multiplier: 3,
          jitter: 'full',
          retryOn: ['a'],
          waiver: { by: 'b' },
          own: 1,
          onExhausted: { action: 'manual' },
        },
      },
      [{ kind: 'retry', retry: SCHEDULE }],
      { retry: { ...SCHEDULE, retryOn: ['a'], waiver: { by: 'b' }, own: 1, onExhausted: { action: 'manual' } } },
    ],
    [
      'stops at once, as the form does',
      { retry: { ...SCHEDULE, retryOn: ['a'], waiver: { by: 'b' }, own: 1 } },
      [{ kind: 'retry', retry: { maxAttempts: 1 } }],
      { retry: { maxAttempts: 1, own: 1 } },
    ],
  ])('%s', (_, document, changes, expected) => {
    expect(withBulkChanges(document, changes)).toEqual(expected);
  });

  it('begins to retry as the skeleton does: codes are named, and a person takes over in the end', () => {
    const next = withBulkChanges({ classification: [{ code: 'busy', class: 'transient' }] }, [
      { kind: 'retry', retry: SCHEDULE },
    ]);
    expect(next).toEqual({
      classification: [{ code: 'busy', class: 'transient' }],
      retry: { ...SCHEDULE, retryOn: ['timeout', 'connection_refused', 'http_429', 'http_5xx', 'busy'] },
      onExhausted: { action: 'manual', record: [...RECORD_FIELDS] },
    });
    expect(readPolicy(next).diagnostics).toEqual([]);
  });

  it('lets what is said of a code hold, in whatever order things are said', () => {
    const changes: BulkChange[] = [
      { kind: 'classify', code: 'timeout', class: 'terminal' },
      { kind: 'retry', retry: SCHEDULE },
    ];
    expect(withBulkChanges({}, changes)).toEqual(withBulkChanges({}, changes.toReversed()));
    expect(withBulkChanges({}, changes)).toMatchObject({
      retry: { retryOn: ['connection_refused', 'http_429', 'http_5xx'] },
    });
  });

  it('changes nothing the second time', () => {
    const changes: BulkChange[] = [
      { kind: 'owner', owner: 'a' },
      { kind: 'retry', retry: SCHEDULE },
      { kind: 'classify', code: 'x', class: 'transient' },
      { kind: 'silence', silence: '1h' },
    ];
    const once = withBulkChanges({}, changes);
    expect(withBulkChanges(once, changes)).toEqual(once);
  });
});

describe('what may be said for many nodes', () => {
  it.each<[string, BulkChange, string, (string | number)[]]>([
    ['an owner that is no slug', { kind: 'owner', owner: 'No Slug' }, 'owner_slug_shape', ['owner']],
    ['too short a silence', { kind: 'silence', silence: '5s' }, 'silence_range', ['alert', 'silence']],
    ['a silence that is no duration', { kind: 'silence', silence: 'long' }, 'duration', ['alert', 'silence']],
    ['no code', { kind: 'classify', code: '', class: 'terminal' }, 'rule_code', ['classification', 0, 'code']],
    [
      'too many tries',
      { kind: 'retry', retry: { ...SCHEDULE, maxAttempts: 101 } },
      'max_attempts_range',
      ['retry', 'maxAttempts'],
    ],
    [
      'half a schedule',
      { kind: 'retry', retry: { maxAttempts: 3, backoff: 'fixed', maxInterval: '1m' } },
      'retry_incomplete',
      ['retry', 'initialInterval'],
    ],
  ])('refuses %s at its place', (_, change, code, path) => {
    expect(checkBulkChanges([change])).toMatchObject([{ code, path, severity: 'error' }]);
  });

  it('takes each thing once, and each code once', () => {
    const twice = [
      { kind: 'classify', code: 'x', class: 'terminal' },
      { kind: 'classify', code: 'x', class: 'transient' },
    ];
    expect(bulkChangesSchema.safeParse(twice).success).toBe(false);
    expect(bulkChangesSchema.safeParse(twice.slice(1)).success).toBe(true);
    expect(bulkChangesSchema.safeParse([{ kind: 'retry', retry: { ...SCHEDULE, retryOn: ['x'] } }]).success).toBe(
      false,
    );
  });
});
