import { Button, NativeSelect, TextInput } from '@mantine/core';
import Form from 'next/form';
import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import { AUDIT_ACTIONS, type AuditAction, SUBJECT_KINDS } from '@/lib/audit/actions';
import type { AuditPerson } from '@/lib/audit/entry';
import { groupBy } from '@/lib/shared/group-by';
import { actionWords, kindWords } from '../entry-words';
import { type AuditQuery, auditHref, isNarrowed } from '../search-params';
import classes from './audit.module.css';

/** Narrows the list; the URL holds it all, and it works without a script. */
export function FilterForm({
  query,
  people,
  about,
}: {
  query: AuditQuery;
  people: readonly AuditPerson[];
  /** The name of what the list is narrowed to, where it is known. */
  about: string | null;
}) {
  const t = useTranslations('audit');
  const c = useTranslations('common');
  const f = useTranslations('audit.filters');
  const { words, who, what, kind, id, first, last } = query;
  const actions = [...groupBy(AUDIT_ACTIONS, groupOf)].map(([group, items]) => ({
    group: t(`groups.${group}`),
    items: items.map((action) => ({ value: action, label: actionWords({ t, c }, action) })),
  }));
  const known = people.map((person) => ({ value: person.id, label: person.name }));
  const persons = who === null || known.some(({ value }) => value === who) ? known : [...known, who];
  const kinds = SUBJECT_KINDS.map((each) => ({ value: each, label: kindWords({ t, c }, each) }));
  return (
    <Form action="/audit" className={classes.filters} aria-label={f('label')} key={auditHref(query)}>
      <TextInput
        name="q"
        label={f('words')}
        placeholder={f('wordsHint')}
        defaultValue={words}
        maxLength={200}
        className={`${classes.field} ${classes.words}`}
      />
      <NativeSelect
        name="who"
        className={classes.field}
        label={f('who')}
        data={[{ value: '', label: f('anybody') }, ...persons]}
        defaultValue={who ?? ''}
      />
      <NativeSelect
        name="what"
        className={classes.field}
        label={f('what')}
        data={[{ value: '', label: f('anything') }, ...actions]}
        defaultValue={what ?? ''}
      />
      <NativeSelect
        name="kind"
        className={classes.field}
        label={f('kind')}
        data={[{ value: '', label: f('anyKind') }, ...kinds]}
        defaultValue={kind ?? ''}
      />
      <TextInput
        className={classes.field}
        type="date"
        name="from"
        label={f('first')}
        defaultValue={first ?? ''}
        max={last ?? undefined}
      />
      <TextInput
        className={classes.field}
        type="date"
        name="to"
        label={f('last')}
        defaultValue={last ?? ''}
        min={first ?? undefined}
      />
      {id === null ? null : <input type="hidden" name="id" value={id} />}
      <div className={classes.ways}>
        <Button type="submit">{f('submit')}</Button>
        {isNarrowed(query) ? <TextLink href={auditHref({})}>{f('clear')}</TextLink> : null}
      </div>
      {id === null ? null : (
        <p className={classes.only}>
          {f('only', { name: about ?? id })} <TextLink href={auditHref({ ...query, id: null })}>{f('drop')}</TextLink>
        </p>
      )}
    </Form>
  );
}

/** Under which heading each action is offered; the list of actions is in the order of the headings. */
function groupOf(action: AuditAction) {
  if (action === 'sign_in' || action === 'sign_out') return 'access';
  const subject = SUBJECTS.find((each) => action.startsWith(`${each}.`));
  return subject ?? 'access';
}

const SUBJECTS = [
  'policy',
  'draft',
  'bulk',
  'workflow',
  'import',
  'group',
  'channel',
  'hand_off',
  'drill',
  'drill_target',
  'source',
  'cycle',
  'catalogue',
  'view',
  'history',
  'person',
  'token',
] as const;
