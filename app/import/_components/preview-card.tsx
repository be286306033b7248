'use client';

import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowsExchange, IconCircleCheck, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { hasErrors } from '@/lib/shared/diagnostic';
import type { ImportPreview } from '@/lib/workflows/import';
import type { SaidPreview } from '../merge-words';
import { ChangeGroups } from './change-groups';
import classes from './import.module.css';
import { MergeView, type MergeViewProps } from './merge-view';
import { ReplaceDecision } from './replace-decision';

const STATE_ICONS = { new: IconPlus, same: IconCircleCheck, replaces: IconArrowsExchange } as const;
const MAX_NODES_SHOWN = 200;
const OPEN_UP_TO = 12;

export interface PreviewCardProps extends Pick<MergeViewProps, 'choices' | 'weighing' | 'onDecide'> {
  readonly preview: SaidPreview;
  /** Another number with each file that was read. */
  readonly shown: number;
  readonly source: string;
  readonly formats: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly again: boolean;
  readonly onConfirm: () => void;
  /** Replace without merging. */
  readonly onReplace: () => void;
  readonly onLookAgain: () => void;
}

/** What the file is and what importing it would change; the only place that imports. */
export function PreviewCard(props: PreviewCardProps) {
  const { preview, source, formats, again, shown } = props;
  const t = useTranslations('importing.preview');
  const format = useFormatter();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each file is to be read from its top, but not after each decision
  useEffect(() => heading.current?.focus(), [shown]);
  const Icon = STATE_ICONS[preview.kind];
  return (
    <section className={classes.card} aria-labelledby="preview-title">
      <Group justify="space-between" gap="xs" align="flex-start">
        <Title order={2} size="h4" id="preview-title" ref={heading} tabIndex={-1} className={classes.heading}>
          {preview.name}
        </Title>
        <span className={classes.state} data-kind={preview.kind}>
          <Icon size={16} stroke={1.8} aria-hidden />
          {t(`state.${preview.kind}`, preview.kind === 'replaces' ? { version: preview.version } : {})}
        </span>
      </Group>
      {again ? (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} role="alert">
          {t('again')}
        </Alert>
      ) : null}
      <dl className={classes.facts}>
        <dt>{t('format')}</dt>
        <dd>{formats[preview.dialect]}</dd>
        <dt>{t('key')}</dt>
        <dd>
          <code>{preview.key}</code>
          <Text component="span" size="sm" c="dimmed" ml="xs">
            {t('keyHint')}
          </Text>
        </dd>
        <dt>{t('nodeCount')}</dt>
        <dd className="tabular">{format.number(preview.nodes.length)}</dd>
      </dl>
      {preview.kind === 'replaces' ? (
        <>
          <ChangeGroups preview={preview} />
          <MergeView {...props} preview={preview} words={preview.words} />
        </>
      ) : null}
      <Nodes nodes={preview.nodes} />
      <Findings preview={preview} source={source} />
      <Decision {...props} />
    </section>
  );
}

function Nodes({ nodes }: { nodes: ImportPreview['nodes'] }) {
  const t = useTranslations('importing.preview');
  const hidden = nodes.length - MAX_NODES_SHOWN;
  return (
    <details open={nodes.length <= OPEN_UP_TO}>
      <summary className={classes.summary}>{t('nodes', { count: nodes.length })}</summary>
      <ul className={classes.nodes}>
        {nodes.slice(0, MAX_NODES_SHOWN).map(({ id, name, type }) => (
          <li key={id}>
            <span>{name}</span>
            {name === id ? null : <code className={classes.dim}>{id}</code>}
            {type ? <span className={classes.dim}>{type}</span> : null}
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <Text size="sm" c="dimmed">
          {t('more', { count: hidden })}
        </Text>
      ) : null}
    </details>
  );
}

function Findings({ preview, source }: { preview: ImportPreview; source: string }) {
  const t = useTranslations('importing.preview');
  const { diagnostics } = preview;
  if (diagnostics.length === 0)
    return (
      <p className={classes.good}>
        <IconCircleCheck size={16} stroke={1.8} aria-hidden />
        {t('noDiagnostics')}
      </p>
    );
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('diagnostics')}
      </Title>
      <DiagnosticsList diagnostics={diagnostics} source={source} label={t('diagnostics')} />
      {hasErrors(diagnostics) ? <Text size="sm">{t('hasErrors')}</Text> : null}
    </Stack>
  );
}

function Decision(props: PreviewCardProps) {
  const { preview, busy, onConfirm, onLookAgain } = props;
  const format = useFormatter();
  const t = useTranslations('importing.preview');
  if (preview.kind === 'new')
    return (
      <Group>
        <Button onClick={onConfirm} loading={busy}>
          {t('import')}
        </Button>
      </Group>
    );
  const open = (
    <Button component={Link} href={`/workflows/${preview.workflowId}`} variant="default">
      {t('openWorkflow')}
    </Button>
  );
  if (preview.kind === 'same')
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('same')}</Text>
        {open}
      </Stack>
    );
  if (preview.draftsAtRisk.length > 0)
    return (
      <Alert color="red" title={t('draftsTitle')} icon={<IconInfoCircle aria-hidden />}>
        <Stack gap="sm">
          <Text size="sm">{t('drafts', { nodes: format.list(preview.draftsAtRisk, { style: 'narrow' }) })}</Text>
          <Group gap="xs">
            {open}
            <Button variant="default" onClick={onLookAgain} loading={busy}>
              {t('lookAgain')}
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  return <ReplaceDecision {...props} preview={preview} open={open} />;
}
