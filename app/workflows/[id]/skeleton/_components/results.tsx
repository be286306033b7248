'use client';

import { Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import { LinkButton } from '@/components/ui/link-button';
import { TextLink } from '@/components/ui/text-link';
import type { WorkflowId } from '@/lib/model/ids';
import type { SkeletonResult } from '@/lib/workflows/skeleton-commands';
import classes from './skeleton.module.css';
import type { SkeletonItem } from './skeleton-item';
import type { Done, Skeleton } from './use-skeleton';

/** As many of those that went well are listed at first; what was left is always listed in full. */
const FIRST = 30;

/** What became of each node, what was left first; and the way back. */
export function Results({
  workflowId,
  items,
  done,
  skeleton,
}: {
  workflowId: WorkflowId;
  items: readonly SkeletonItem[];
  done: Done;
  skeleton: Skeleton;
}) {
  const t = useTranslations('skeleton');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [all, setAll] = useState(false);
  const well = done.results.filter(wentWell);
  const left = done.results.filter((result) => !wentWell(result));
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const shown = all ? well : well.slice(0, FIRST);
  return (
    <section className={classes.results} aria-labelledby="skeleton-results">
      <h2 id="skeleton-results" ref={heading} tabIndex={-1} className={classes.resultsTitle}>
        {t('results.title')}
      </h2>
      <p role="status">
        {done.kind === 'drafts'
          ? t('results.drafted', { count: well.length })
          : t('results.published', { count: well.length, version: done.version ?? 0 })}{' '}
        {t('results.left', { count: left.length })}
      </p>
      {done.kind === 'drafts' && done.undone ? (
        <p role="status">
          {t('results.undone', { count: done.undone.discarded.length, kept: done.undone.kept.length })}
        </p>
      ) : null}
      {skeleton.refusal ? (
        <p role="alert" className={classes.refusal}>
          {skeleton.refusal}
        </p>
      ) : null}
      <Group gap="xs" my="sm">
        <LinkButton href={`/workflows/${workflowId}`}>{t('results.workflow')}</LinkButton>
        <Button variant="default" onClick={skeleton.again}>
          {t('results.again')}
        </Button>
        {done.kind === 'drafts' && well.length > 0 && done.undone === null ? (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={skeleton.busy === 'undo'}
            onClick={() => void skeleton.undo()}
          >
            {t('results.undo')}
          </Button>
        ) : null}
        {done.kind === 'published' && done.version !== null ? (
          <LinkButton
            href={`/workflows/${workflowId}/versions`}
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
          >
            {t('results.restore')}
          </LinkButton>
        ) : null}
      </Group>
      <ul className={classes.outcomes}>
        {[...left, ...shown].map((result) => (
          <Outcome key={result.nodeRowId} result={result} name={names.get(result.nodeRowId) ?? null} />
        ))}
      </ul>
      {shown.length < well.length ? (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {t('results.all', { count: done.results.length })}
        </Button>
      ) : null}
    </section>
  );
}

function Outcome({ result, name }: { result: SkeletonResult; name: string | null }) {
  const t = useTranslations('skeleton.results.outcome');
  const words = useDiagnosticText();
  const good = wentWell(result);
  const Shape = good ? IconCircleCheck : IconInfoCircle;
  return (
    <li data-good={good || undefined}>
      <Shape size={15} stroke={2} aria-hidden />
      <span>
        {name === null ? null : <TextLink href={`/nodes/${result.nodeRowId}`}>{name}</TextLink>} {t(result.outcome)}
        {result.outcome === 'refused' ? result.diagnostics.map((each) => <p key={each.code}>{words(each)}</p>) : null}
      </span>
    </li>
  );
}

function wentWell({ outcome }: SkeletonResult): boolean {
  return outcome === 'drafted' || outcome === 'published';
}
