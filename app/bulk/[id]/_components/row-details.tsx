'use client';

import { Button, Loader, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { DiffView } from '@/components/policy/diff-view';
import { LossList } from '@/components/policy/loss-list';
import { usePhrase } from '@/components/policy/phrase';
import type { DocumentPreview } from '@/lib/workflows/document-preview';
import { previewBulkItemAction } from '../../actions';
import classes from './bulk.module.css';

type Answer = DocumentPreview | 'closed' | 'loading' | 'gone' | 'failed';

/** One node in full sentences, then in the lines of its file; asked for when it is opened. */
export function RowDetails({ id, name }: { id: string; name: string }) {
  const t = useTranslations('bulk.details');
  const [answer, setAnswer] = useState<Answer>('closed');
  const open = answer !== 'closed';
  const toggle = async () => {
    if (open) return setAnswer('closed');
    setAnswer('loading');
    const result = await previewBulkItemAction({ id }).catch(() => null);
    setAnswer(result?.ok ? (result.value ?? 'gone') : 'failed');
  };
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.more}
        aria-expanded={open}
        aria-label={t(open ? 'hideOf' : 'showOf', { name })}
        onClick={() => void toggle()}
      >
        {t(open ? 'hide' : 'show')}
      </Button>
      {open ? <Details answer={answer} name={name} /> : null}
    </>
  );
}

function Details({ answer, name }: { answer: Exclude<Answer, 'closed'>; name: string }) {
  const t = useTranslations('bulk.details');
  const common = useTranslations('common.actions');
  const say = usePhrase();
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
    <section className={classes.details} aria-label={t('of', { name })}>
      {answer.sentences.map((sentence) => (
        <p key={sentence.key}>{say(sentence)}</p>
      ))}
      <DiffView files={answer.files} />
      {answer.problems.length > 0 ? <DiagnosticsList label={common('problems')} diagnostics={answer.problems} /> : null}
      {answer.losses.length > 0 ? <LossList losses={answer.losses} waits={answer} /> : null}
    </section>
  );
}
