'use client';

import { Button, Checkbox } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePhrase } from '@/components/policy/phrase';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below, Dim } from '@/components/ui/marks';
import { NameLink, TextLink } from '@/components/ui/text-link';
import { RowPreview } from './row-preview';
import classes from './skeleton.module.css';
import { cautionKey, type SkeletonItem } from './skeleton-item';
import type { Skeleton } from './use-skeleton';

/** As many rows at first, and with each further press of the button. */
const ROWS = 60;

/** Every node with what would change there, and whether it can be published. */
export function SkeletonRows({
  items,
  skeleton,
  said,
}: {
  items: readonly SkeletonItem[];
  skeleton: Skeleton;
  /** Keys of cautions that are said above for all nodes alike. */
  said: ReadonlySet<string>;
}) {
  const t = useTranslations('skeleton');
  const [rows, setRows] = useState(ROWS);
  const columns: PlainColumn<SkeletonItem>[] = [
    { key: 'choose', label: t('columns.choose'), cell: (item) => <Choose item={item} skeleton={skeleton} /> },
    { key: 'node', label: t('columns.node'), heading: true, cell: (item) => <Name item={item} /> },
    { key: 'changes', label: t('columns.changes'), cell: (item) => <Changes item={item} /> },
    { key: 'state', label: t('columns.state'), cell: (item) => <State item={item} said={said} /> },
  ];
  const more = Math.min(ROWS, items.length - rows);
  return (
    <div className={classes.rows}>
      <PlainTable label={t('table')} columns={columns} rows={items.slice(0, rows)} rowKey={(item) => item.id} />
      {more > 0 ? (
        <Button variant="subtle" mt="xs" onClick={() => setRows(rows + ROWS)}>
          {t('more', { count: more })}
        </Button>
      ) : null}
    </div>
  );
}

function Choose({ item, skeleton }: { item: SkeletonItem; skeleton: Skeleton }) {
  const t = useTranslations('skeleton');
  if (item.change === null) return null;
  return (
    <Checkbox
      aria-label={t('choose', { name: item.name })}
      checked={skeleton.chosen.has(item.id)}
      onChange={(event) => skeleton.choose([item.id], event.currentTarget.checked)}
    />
  );
}

function Name({ item: { id, name, nodeId } }: { item: SkeletonItem }) {
  return (
    <div className={classes.name}>
      <NameLink href={`/nodes/${id}`} prefetch={false}>
        {name}
      </NameLink>
      {name === nodeId ? null : <Below code>{nodeId}</Below>}
    </div>
  );
}

function Changes({ item: { id, name, change, leftOut, by } }: { item: SkeletonItem }) {
  const t = useTranslations('skeleton');
  const say = usePhrase();
  const [opened, setOpened] = useState(false);
  if (change === null) return <Dim>{leftOut ? t(`out.${leftOut}`, { by: by ?? '' }) : null}</Dim>;
  const Chevron = opened ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.changes}>
      <ul className={classes.parts}>
        {change.parts.map((part) => (
          <li key={part}>{part === 'retry' ? t('part.retry', { retry: say(change.becomes) }) : t(`part.${part}`)}</li>
        ))}
      </ul>
      <Dim>{say(change.today)}</Dim>
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes.more}
        rightSection={<Chevron size={13} aria-hidden />}
        aria-expanded={opened}
        aria-label={`${t(opened ? 'details.hide' : 'details.show')}: ${name}`}
        onClick={() => setOpened(!opened)}
      >
        {t(opened ? 'details.hide' : 'details.show')}
      </Button>
      {opened ? <RowPreview nodeRowId={id} name={name} /> : null}
    </div>
  );
}

function State({ item: { id, change }, said }: { item: SkeletonItem; said: ReadonlySet<string> }) {
  const t = useTranslations('skeleton');
  const words = useDiagnosticText();
  if (change === null) return null;
  const { problems } = change;
  const cautions = change.cautions.filter((each) => !said.has(cautionKey(each)));
  return (
    <div className={classes.state}>
      {problems.length === 0 ? (
        <span className={classes.ready}>
          <IconCircleCheck size={15} stroke={2} aria-hidden />
          {t('ready')}
        </span>
      ) : (
        <span className={classes.asks}>
          <IconAlertTriangle size={15} stroke={2} aria-hidden />
          {t('asks')}
        </span>
      )}
      {[...problems, ...cautions].map((each) => (
        <p key={`${each.code}/${each.path?.join('.')}`} className={classes.problem}>
          {words(each)}
        </p>
      ))}
      {problems.length > 0 ? (
        <TextLink href={`/nodes/${id}`}>
          {t('answer')} <IconArrowRight size={12} stroke={2} aria-hidden />
        </TextLink>
      ) : null}
    </div>
  );
}
