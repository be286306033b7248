import { expect, it } from 'vitest';
import type { BulkChange } from './bulk-change';
import { bulkWords } from './bulk-words';

const RETRY = { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '1m' };

it.each<[BulkChange, string, string]>([
  [{ kind: 'owner', owner: 'a' }, 'change.label.owner', 'change.value.text'],
  [{ kind: 'owner', owner: null }, 'change.label.owner', 'change.value.noOwner'],
  [{ kind: 'notify', notify: 'a' }, 'change.label.notify', 'change.value.text'],
  [{ kind: 'notify', notify: null }, 'change.label.notify', 'change.value.notifyOwner'],
  [{ kind: 'silence', silence: '1h' }, 'change.label.silence', 'duration.h'],
  [{ kind: 'silence', silence: null }, 'change.label.silence', 'change.value.silenceDefault'],
  [{ kind: 'classify', code: 'x', class: 'terminal' }, 'change.label.rule', 'change.value.class.terminal'],
  [{ kind: 'retry', retry: { maxAttempts: 1 } }, 'change.label.retry', 'change.value.once'],
  [{ kind: 'retry', retry: RETRY }, 'change.label.retry', 'list.comma'],
])('%o is said once', (change, label, after) => {
  const words = bulkWords([change], { groupNames: new Map([['a', 'A']]) });
  expect(words).toHaveLength(1);
  expect(words[0]).toMatchObject({ label: { key: label } });
  expect(words[0]?.after.key.startsWith(after.split('.')[0] ?? '')).toBe(true);
});
