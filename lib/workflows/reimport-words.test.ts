import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en/policy.json';
import { type Phrase, renderPhrase } from '@/lib/policy/phrase';
import type { MergeConflict } from './reimport';
import { conflictRows, keptRows } from './reimport-words';

const conflict: MergeConflict = {
  ...{ nodeId: 'charge', name: 'Charge', kind: 'policy', keys: ['owner', 'alert'], engineRetry: false },
  ...{ diagnostics: [], sides: ['ours', 'theirs'], chosen: null },
  base: { alert: { silence: '30m' } },
  ours: { owner: 'payments-ops', alert: { silence: '1h' } },
  theirs: { owner: 'risk-desk', alert: { silence: '30m' } },
};
const context = { groupNames: new Map([['payments-ops', 'Payments operations']]) };

it('says of each thing what the last file, this place and the file say', () => {
  expect(conflictRows(conflict, context).map((row) => [row.label, row.base, row.ours, row.theirs].map(said))).toEqual([
    ['Owner group', 'none of its own', 'Payments operations', 'risk-desk'],
    ['Quiet after a notification', '30 minutes', '1 hour', '30 minutes'],
  ]);
});

it('says what goes with a node that the file has no more', () => {
  const rows = conflictRows({ ...conflict, kind: 'removed', theirs: null }, context);
  expect(rows.map((row) => [row.label, row.base, row.ours, row.theirs].map(said))).toEqual([
    ['Owner group', 'none of its own', 'Payments operations', null],
    ['Quiet after a notification', '30 minutes', '1 hour', null],
  ]);
});

it('says of what is kept only what is kept', () => {
  const change = {
    ...{ nodeId: 'charge', name: 'Charge', kept: ['owner' as const], taken: ['alert' as const] },
    ...{ theirs: { alert: { silence: '2h' } }, merged: { owner: 'payments-ops', alert: { silence: '1h' } } },
  };
  expect(keptRows(change, context).map((row) => [row.label, row.kept, row.theirs].map(said))).toEqual([
    ['Owner group', 'Payments operations', 'none of its own'],
  ]);
});

/** Words of a phrase; a missing key or value throws. */
function said(phrase: Phrase | null): string | null {
  if (phrase === null) return null;
  const onError = (error: Error) => {
    throw error;
  };
  const translate: CallableFunction = createTranslator({ locale: 'en', messages: en, onError });
  return renderPhrase((key, values) => String(Reflect.apply(translate, undefined, [key, values])), phrase);
}
