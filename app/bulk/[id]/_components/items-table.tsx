import {
  type Icon,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconEqual,
  IconFileOff,
  IconPencil,
  IconPlayerStop,
  IconUserEdit,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { PhraseText } from '@/components/policy/phrase';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import { NameLink, TextLink } from '@/components/ui/text-link';
import type { BulkItem } from '@/lib/workflows/bulk-item-queries';
import type { BulkPhase, BulkStanding } from '@/lib/workflows/bulk-vocabulary';
import classes from './bulk.module.css';
import { Refusal } from './refusal';
import { RowDetails } from './row-details';

const ICONS: Readonly<Record<BulkStanding, Icon>> = {
  waiting: IconClock,
  changes: IconCircleCheck,
  published: IconCircleCheck,
  drafted: IconPencil,
  restored: IconArrowBackUp,
  discarded: IconArrowBackUp,
  refused: IconCircleX,
  same: IconEqual,
  draft: IconUserEdit,
  changed: IconUserEdit,
  cannot: IconFileOff,
  gone: IconFileOff,
  cancelled: IconPlayerStop,
};

/** The nodes of a bulk change: what changes on each, in words first, and how it stands. */
export function ItemsTable({
  items,
  phase,
  nameOf,
}: {
  items: readonly BulkItem[];
  phase: BulkPhase;
  nameOf: (actor: string) => string;
}) {
  const t = useTranslations('bulk');
  const columns: PlainColumn<BulkItem>[] = [
    {
      key: 'node',
      label: t('columns.node'),
      heading: true,
      cell: ({ name, nodeRowId, workflow }) => (
        <span className={classes.name}>
          {nodeRowId === null ? (
            name
          ) : (
            <NameLink href={`/nodes/${nodeRowId}`} prefetch={false}>
              {name}
            </NameLink>
          )}
          {workflow ? <Below>{workflow.name}</Below> : null}
        </span>
      ),
    },
    { key: 'changes', label: t('columns.changes'), cell: (item) => <Changes item={item} phase={phase} /> },
    {
      key: 'standing',
      label: t(`columns.${phase}`),
      cell: (item) => <Standing item={item} phase={phase} nameOf={nameOf} />,
    },
  ];
  if (items.length === 0) return <Dim>{t('none')}</Dim>;
  return <PlainTable label={t('table')} columns={columns} rows={items} rowKey={({ id }) => id} />;
}

function Changes({ item: { id, name, changes, standing }, phase }: { item: BulkItem; phase: BulkPhase }) {
  const t = useTranslations('bulk');
  if (changes.length === 0) return <Dim>{phase === 'preview' ? t('unchanged') : '—'}</Dim>;
  const readable = phase === 'preview' && (standing === 'changes' || standing === 'refused');
  return (
    <div className={classes.changes}>
      <ul className={classes.parts}>
        {changes.map(({ label, before, after }) => (
          <li key={JSON.stringify(label)}>
            <span className={classes.label}>
              <PhraseText phrase={label} />
            </span>
            <span>
              <del>
                <PhraseText phrase={phase === 'undo' ? after : before} />
              </del>{' '}
              <span aria-hidden>→</span>{' '}
              <ins>
                <PhraseText phrase={phase === 'undo' ? before : after} />
              </ins>
            </span>
          </li>
        ))}
      </ul>
      {readable ? <RowDetails id={id} name={name} /> : null}
    </div>
  );
}

function Standing({ item, phase, nameOf }: { item: BulkItem; phase: BulkPhase; nameOf: (actor: string) => string }) {
  const t = useTranslations('bulk');
  const { standing, refusal, beside, losses, nodeRowId, draftBy, publication, workflow } = item;
  const Shape = ICONS[standing];
  const by = draftBy === null ? '' : nameOf(draftBy);
  return (
    <div className={classes.standing}>
      <span className={classes.state} data-standing={standing}>
        <Shape size={16} stroke={1.8} aria-hidden />
        {t(`standing.${phase}.${standing}`, { by })}
      </span>
      {standing === 'refused' && refusal ? <Refusal refusal={refusal} /> : null}
      {standing === 'refused' && nodeRowId !== null && refusal?.reason === 'policy_invalid' ? (
        <TextLink href={`/nodes/${nodeRowId}`} label={t('mendOn', { name: item.name })}>
          {t('mend')}
        </TextLink>
      ) : null}
      {standing === 'published' && publication !== null && workflow ? (
        <TextLink
          href={`/workflows/${workflow.id}/versions`}
          label={t('versionOf', { version: publication, workflow: workflow.name })}
        >
          {t('version', { version: publication })}
        </TextLink>
      ) : null}
      {losses.length > 0 ? <span>{t('loses', { count: losses.length })}</span> : null}
      {beside.length > 0 ? (
        <span>
          {t('shares', {
            count: beside.length,
            nodes: beside
              .map(({ name }) => name)
              .slice(0, 8)
              .join(', '),
          })}
        </span>
      ) : null}
    </div>
  );
}
