import { useTranslations } from 'next-intl';
import { GroupMark } from '@/components/reach/group-mark';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Caution, Dim } from '@/components/ui/marks';
import { NameLink } from '@/components/ui/text-link';
import type { GroupHealth } from '@/lib/owners/channel-health';
import type { OwnerGroupRow } from '@/lib/owners/queries';
import classes from './groups.module.css';

const MAX_MEMBERS = 5;

interface GroupRow extends OwnerGroupRow {
  readonly health: GroupHealth;
}

/** All groups with how they can be reached, their people, and how often they are named. */
export function GroupsTable({ groups }: { groups: readonly GroupRow[] }) {
  const t = useTranslations('groups');
  const columns: PlainColumn<GroupRow>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      cell: ({ id, name }) => <NameLink href={`/groups/${id}`}>{name}</NameLink>,
    },
    { key: 'slug', label: t('columns.slug'), cell: ({ slug }) => <code>{slug}</code> },
    { key: 'health', label: t('columns.health'), cell: ({ health }) => <GroupMark health={health} /> },
    { key: 'members', label: t('columns.members'), cell: ({ members }) => <Members members={members} /> },
    { key: 'uses', label: t('columns.uses'), align: 'end', cell: ({ uses }) => t('uses', { count: uses }) },
  ];
  return <PlainTable label={t('table')} columns={columns} rows={groups} rowKey={(group) => group.id} />;
}

function Members({ members }: { members: OwnerGroupRow['members'] }) {
  const t = useTranslations('groups');
  if (members.length === 0) return <Caution>{t('noMembers')}</Caution>;
  return (
    <ul className={classes.members}>
      {members.slice(0, MAX_MEMBERS).map(({ name, email }) => (
        <li key={email}>
          {name} <Dim>{email}</Dim>
        </li>
      ))}
      {members.length > MAX_MEMBERS ? <li>{t('moreMembers', { count: members.length - MAX_MEMBERS })}</li> : null}
    </ul>
  );
}
