'use client';

import { Loader, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { DiffView } from '@/components/policy/diff-view';
import { LossList } from '@/components/policy/loss-list';
import { usePhrase } from '@/components/policy/phrase';
import type { NodeRowId } from '@/lib/model/ids';
import type { DocumentPreview } from '@/lib/workflows/document-preview';
import { previewSkeletonAction } from '../actions';
import classes from './skeleton.module.css';

type Answer = DocumentPreview | 'loading' | 'gone' | 'failed';

/** The skeleton on one node in full sentences, then in the lines of its file; asked for when opened. */
export function RowPreview({ nodeRowId, name }: { nodeRowId: NodeRowId; name: string }) {
  const t = useTranslations('skeleton.details');
  const common = useTranslations('common.actions');
  const say = usePhrase();
  const [answer, setAnswer] = useState<Answer>('loading');
  useEffect(() => {
    let current = true;
    previewSkeletonAction({ nodeRowId }).then(
      (result) => {
        if (!current) return;
        setAnswer(result.ok ? (result.value ?? 'gone') : 'failed');
      },
      () => {
        if (current) setAnswer('failed');
      },
    );
    return () => {
      current = false;
    };
  }, [nodeRowId]);
  if (answer === 'loading')
    return (
      <Text size="sm" c="dimmed" role="status">
        <Loader size={12} mr={6} aria-hidden />
        {t('loading')}
      </Text>
    );
  if (answer === 'gone' || answer === 'failed')
    return (
      <Text size="sm" role="alert">
        {t(answer)}
      </Text>
    );
  return (
    <section className={classes.preview} aria-label={t('of', { name })}>
      {answer.sentences.map((sentence) => (
        <p key={sentence.key}>{say(sentence)}</p>
      ))}
      <DiffView files={answer.files} />
      {answer.problems.length > 0 ? <DiagnosticsList label={common('problems')} diagnostics={answer.problems} /> : null}
      {answer.losses.length > 0 ? <LossList losses={answer.losses} waits={answer} /> : null}
    </section>
  );
}
