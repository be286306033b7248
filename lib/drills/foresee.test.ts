import { describe, expect, it } from 'vitest';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { type ForeseeInput, foresee } from './foresee';
import { DRILLS, FAULTS_OF } from './vocabulary';

const RETRY = { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 } as const;
const ALL = DRILLS.map((drill) => ({ drill, fault: FAULTS_OF[drill][0] ?? 'http_503' }));
const seen = (more: Partial<ForeseeInput>) =>
  foresee({ policy: { retry: RETRY }, reach: 'told', drills: ALL, ...more }).map(
    ({ drill, what, mend }) => `${drill} ${what} ${mend}`,
  );

describe('what is foreseen', () => {
  it('is nothing where all is right', () => {
    expect(seen({})).toEqual([]);
    expect(seen({ policy: { retry: RETRY, onExhausted: { action: 'manual', record: [...RECORD_FIELDS] } } })).toEqual(
      [],
    );
  });

  it('is that nobody is told', () => {
    expect(seen({ reach: 'no_owner' })).toEqual(['2 no_owner owner', '4 no_owner owner']);
    expect(seen({ reach: 'group_missing' })).toEqual(['2 group_missing owner_group', '4 group_missing owner_group']);
    expect(seen({ reach: 'no_channel' })).toEqual(['2 no_channel owner_group', '4 no_channel owner_group']);
  });

  it('is that nothing is tried again', () => {
    expect(seen({ policy: {} })).toEqual(['1 no_retry retry']);
    expect(seen({ policy: { retry: { maxAttempts: 1 } } })).toEqual([]);
  });

  it('is that the rule has the failure in another class than the drill makes', () => {
    const classification = [
      { code: 'timeout', class: 'terminal' as const },
      { code: 'http_401', class: 'transient' as const },
    ];
    expect(seen({ policy: { retry: RETRY, classification } })).toEqual([
      '1 fault_terminal classification',
      '3 fault_transient classification',
      '5 fault_terminal classification',
    ]);
    const other = { drill: 1 as const, fault: 'http_503' as const };
    expect(seen({ policy: { retry: RETRY, classification }, drills: [other] })).toEqual([]);
    expect(seen({ policy: { retry: { ...RETRY, retryOn: ['http_503'] } }, drills: ALL.slice(0, 1) })).toEqual([
      '1 fault_terminal classification',
    ]);
  });

  it('is that the record is too short', () => {
    const onExhausted = { action: 'manual' as const, record: ['node_id'] };
    expect(seen({ policy: { retry: RETRY, onExhausted } })).toEqual(['2 record_short on_exhausted']);
  });
});
