'use client';

import { Box, Text, Title } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { RetryTimeline } from '@/components/policy/retry-timeline';
import { Nothing } from '@/components/ui/nothing';
import { attemptTimes } from '@/lib/policy/schedule';
import { useEditor } from './editor-context';
import classes from './section.module.css';
import { Sentence } from './sentence';

const SideLines = dynamic(() => import('./side-lines').then((module) => module.SideLines), { loading: Nothing });

/** What the decisions on the left come to: in words, on the clock, and in the file. */
export function SidePanel() {
  const t = useTranslations('node.side');
  return (
    <>
      <Card title={t('sentence')}>
        <Sentence />
      </Card>
      <Card title={t('timeline')}>
        <Timeline />
      </Card>
      <Card title={t('diff')}>
        <Lines />
      </Card>
    </>
  );
}

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" className={classes.section} aria-label={title}>
      <Title order={2} size="h6" mb={6}>
        {title}
      </Title>
      {children}
    </Box>
  );
}

function Timeline() {
  const t = useTranslations('node.side');
  const { editor, node } = useEditor();
  const retry = editor.policy?.retry;
  if (!editor.policy) return <Text size="sm">{t('timelineInvalid')}</Text>;
  const starts = retry ? attemptTimes(retry) : [0];
  return <RetryTimeline startsMs={starts} firstAt={new Date(node.renderedAt)} />;
}

function Lines() {
  const t = useTranslations('node.side');
  const { editor } = useEditor();
  return editor.changed ? <SideLines /> : <Text size="sm">{t('noChange')}</Text>;
}
