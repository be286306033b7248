import { useTranslations } from 'next-intl';
import { PhraseText } from '@/components/policy/phrase';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { retryPhrase } from '@/lib/policy/describe';
import type { Phrase } from '@/lib/policy/phrase';
import { readPolicy } from '@/lib/policy/read';
import type { JsonObject } from '@/lib/shared/json';
import { policyChanges } from '@/lib/workflows/version-words';
import classes from './versions.module.css';

/** Owner group (slug) that a node without one inherits, on each side. */
export interface Owners {
  readonly before: string | null;
  readonly after: string | null;
}

/** What two policies of a node say differently, in words, one thing per row. */
export function ChangeTable({
  label,
  sides,
  before,
  after,
  owners,
  groupNames,
}: {
  label: string;
  sides: { readonly before: string; readonly after: string };
  before: JsonObject;
  after: JsonObject;
  owners: Owners;
  groupNames: ReadonlyMap<string, string>;
}) {
  const t = useTranslations('versions.compare');
  const common = useTranslations('common');
  const actorNames = new Map([[LOCAL_OWNER.name, common('local')]]);
  const changes = policyChanges(before, after, { groupNames, actorNames });
  const short = {
    before: shortPhrase(before, owners.before, groupNames),
    after: shortPhrase(after, owners.after, groupNames),
  };
  const sameShort = JSON.stringify(short.before) === JSON.stringify(short.after);
  if (changes.length === 0 && sameShort) return <p className={classes.aside}>{t('sameMeaning')}</p>;
  return (
    <table className={classes.changes} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{sides.before}</th>
          <th scope="col">{sides.after}</th>
        </tr>
      </thead>
      <tbody>
        {sameShort ? null : (
          <tr data-summary>
            <th scope="row">{t('inShort')}</th>
            <td data-side={sides.before}>
              <PhraseText phrase={short.before} />
            </td>
            <td data-side={sides.after}>
              <PhraseText phrase={short.after} />
            </td>
          </tr>
        )}
        {changes.map((change) => (
          <tr key={JSON.stringify(change.label)}>
            <th scope="row">
              <PhraseText phrase={change.label} />
            </th>
            <td data-side={sides.before}>
              <PhraseText phrase={change.before} />
            </td>
            <td data-side={sides.after}>
              <PhraseText phrase={change.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A policy in one short phrase. */
export function shortPhrase(
  document: JsonObject,
  inheritedOwner: string | null,
  groupNames: ReadonlyMap<string, string>,
): Phrase {
  const { policy } = readPolicy(document);
  return policy ? retryPhrase(policy, { inheritedOwner, groupNames }) : { key: 'change.value.invalid' };
}
