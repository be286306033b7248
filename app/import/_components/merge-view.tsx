import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { DiffView } from '@/components/policy/diff-view';
import type { ImportPreview } from '@/lib/workflows/import';
import type { Side } from '@/lib/workflows/policy-merge';
import type { MergeWords } from '../merge-words';
import { ConflictCard } from './conflict-card';
import importClasses from './import.module.css';
import classes from './merge.module.css';

export type Replacing = Extract<ImportPreview, { kind: 'replaces' }>;

export interface MergeViewProps {
  readonly preview: Replacing;
  readonly words: MergeWords | null;
  /** What the person chose, by node id. */
  readonly choices: ReadonlyMap<string, Side>;
  /** Lines are being worked out for what was chosen. */
  readonly weighing: boolean;
  readonly onDecide: (nodeId: string, side: Side | null) => void;
}

/** How the file and what was published here come together: what is kept, what has to be decided, and the lines. */
export function MergeView(props: MergeViewProps) {
  const { merge } = props.preview;
  const t = useTranslations('merging');
  switch (merge.kind) {
    case 'off':
      return <Lines {...props} />;
    case 'no_base':
      return (
        <>
          <Alert color="yellow" title={t('noBase.title')} icon={<IconInfoCircle aria-hidden />}>
            {t('noBase.body')}
          </Alert>
          <Lines {...props} />
        </>
      );
    case 'impossible':
      return (
        <Alert color="red" title={t('impossible.title')} icon={<IconInfoCircle aria-hidden />}>
          <Stack gap="xs">
            <Text size="sm">{t('impossible.body')}</Text>
            <DiagnosticsList diagnostics={merge.diagnostics} label={t('impossible.list')} />
          </Stack>
        </Alert>
      );
    case 'merged':
      return <Merged {...props} merge={merge} />;
  }
}

function Merged({ merge, ...props }: MergeViewProps & { merge: Extract<Replacing['merge'], { kind: 'merged' }> }) {
  const { words, choices, onDecide } = props;
  const t = useTranslations('merging');
  const kept = words?.kept ?? [];
  const left = openNodes(merge, choices).length;
  return (
    <>
      {merge.nothingNew ? (
        <p className={importClasses.good}>
          <IconCircleCheck size={16} stroke={1.8} aria-hidden />
          {t('nothingNew')}
        </p>
      ) : null}
      {kept.length > 0 || merge.conflicts.length > 0 ? (
        <Text size="sm">{t('intro', { version: merge.since.version })}</Text>
      ) : null}
      {merge.conflicts.length > 0 ? (
        <section className={classes.part} aria-labelledby="merge-conflicts">
          <Title order={3} size="h5" id="merge-conflicts">
            {t('conflicts.title', { count: merge.conflicts.length })}
          </Title>
          <Text size="sm" role="status">
            {left > 0 ? t('conflicts.left', { count: left }) : t('conflicts.done')}
          </Text>
          {merge.conflicts.map((conflict) => (
            <ConflictCard
              key={conflict.nodeId}
              conflict={conflict}
              rows={words?.conflicts[conflict.nodeId] ?? []}
              chosen={choices.get(conflict.nodeId) ?? null}
              onDecide={(side) => onDecide(conflict.nodeId, side)}
            />
          ))}
        </section>
      ) : null}
      {kept.length > 0 ? <Kept kept={kept} /> : null}
      <Lines {...props} open={left > 0} />
    </>
  );
}

/** Conflicts that the person has not decided. */
export function openNodes(merge: Replacing['merge'], choices: ReadonlyMap<string, Side>): readonly string[] {
  if (merge.kind !== 'merged') return [];
  return merge.conflicts.filter(({ nodeId }) => !choices.has(nodeId)).map(({ nodeId }) => nodeId);
}

function Kept({ kept }: { kept: MergeWords['kept'] }) {
  const t = useTranslations('merging.kept');
  return (
    <section className={classes.part} aria-labelledby="merge-kept">
      <Title order={3} size="h5" id="merge-kept">
        {t('title', { count: kept.length })}
      </Title>
      <ul className={classes.kept}>
        {kept.map(({ nodeId, name, rows }) => (
          <li key={nodeId}>
            <span className={classes.node}>
              {name}
              {name === nodeId ? null : <code>{nodeId}</code>}
            </span>
            {rows.map((row) => (
              <span key={row.label} className={classes.row}>
                {t('row', { label: row.label, kept: row.kept, theirs: row.theirs })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ preview, weighing, open = false }: MergeViewProps & { open?: boolean }) {
  const t = useTranslations('merging.lines');
  const { lines } = preview;
  if (!lines) return null;
  const waiting = open || weighing;
  return (
    <section className={classes.part} aria-labelledby="merge-lines" aria-busy={weighing}>
      <Title order={3} size="h5" id="merge-lines">
        {t('title')}
      </Title>
      {waiting ? (
        <Text size="sm" c="dimmed">
          {t(open ? 'decideFirst' : 'weighing')}
        </Text>
      ) : null}
      {!waiting && lines.files.length === 0 ? <Text size="sm">{t('none')}</Text> : null}
      {waiting ? null : <DiffView files={lines.files} />}
      {!waiting && lines.more > 0 ? (
        <Text size="sm" c="dimmed">
          {t('more', { count: lines.more })}
        </Text>
      ) : null}
    </section>
  );
}
