'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DocumentPreviewView, type PreviewAnswer } from '@/components/policy/document-preview';
import { previewBulkItemAction } from '../../actions';
import classes from './bulk.module.css';

type Answer = PreviewAnswer | 'closed';

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
      {answer === 'closed' ? null : (
        <DocumentPreviewView
          answer={answer}
          label={t('of', { name })}
          words={{ loading: t('loading'), gone: t('gone'), failed: t('failed') }}
          className={classes.details}
        />
      )}
    </>
  );
}
