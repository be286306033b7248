'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { DocumentPreviewView, type PreviewAnswer } from '@/components/policy/document-preview';
import type { NodeRowId } from '@/lib/model/ids';
import { previewSkeletonAction } from '../actions';
import classes from './skeleton.module.css';

/** The skeleton on one node in full sentences, then in the lines of its file; asked for when opened. */
export function RowPreview({ nodeRowId, name }: { nodeRowId: NodeRowId; name: string }) {
  const t = useTranslations('skeleton.details');
  const [answer, setAnswer] = useState<PreviewAnswer>('loading');
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
  return (
    <DocumentPreviewView
      answer={answer}
      label={t('of', { name })}
      words={{ loading: t('loading'), gone: t('gone'), failed: t('failed') }}
      className={classes.preview}
    />
  );
}
