'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { ANY_CODE } from '@/lib/history/threshold-state';
import { type ThresholdLine, takenAtOnce, takeSuggestions, thresholdLines } from '@/lib/insight/threshold-rows';
import classes from './classification.module.css';
import { useEditor } from './editor-context';
import { ThresholdRow } from './threshold-row';
import { useThresholdSamples } from './use-threshold-samples';

/** Codes without a threshold that are shown at once, where nothing can be measured for them yet. */
const SHOWN = 3;

/** Per code: the threshold, what history suggests, and its picture. */
export function ThresholdList() {
  const t = useTranslations('thresholdForm');
  const { editor, node, codes, messageAt } = useEditor();
  const { state, sample, again } = useThresholdSamples(node.id);
  const { document, edit } = editor;
  const top = useRef<HTMLParagraphElement>(null);
  const seen = useMemo(() => codes.map(({ code }) => code), [codes]);
  const lines = useMemo(() => thresholdLines(document, seen, sample), [document, seen, sample]);
  const takeable = takenAtOnce(lines);
  const folded = lines.filter((line, index) => index >= SHOWN && isQuiet(line));
  const shown = lines.filter((line) => !folded.includes(line));
  const general = messageAt(['alert', 'thresholds']);
  const row = (line: ThresholdLine) => (
    <ThresholdRow key={`${line.code}\u0000${line.nth}`} line={line} sample={sample} waiting={state === 'waiting'} />
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" ref={top} tabIndex={-1} role="status" flex="1 1 240px">
          {state === 'waiting' ? t('loading') : null}
          {state === 'failed' ? t('failed') : null}
          {sample ? t('window', { days: sample.windowDays, executions: sample.executions }) : null}
        </Text>
        {state === 'failed' ? (
          <Button size="xs" variant="default" onClick={again} data-only-screen>
            {t('again')}
          </Button>
        ) : null}
        {takeable.length > 1 ? (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconChecks size={15} aria-hidden />}
            data-only-screen
            onClick={() => {
              edit(takeSuggestions(document, takeable));
              top.current?.focus({ preventScroll: true });
            }}
          >
            {t('takeAll', { count: takeable.length })}
          </Button>
        ) : null}
      </Group>
      {general ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {general}
        </Text>
      ) : null}
      <ul className={classes.list}>{shown.map(row)}</ul>
      {folded.length > 0 ? (
        <details className={classes.details}>
          <summary>{t('folded', { count: folded.length })}</summary>
          <ul className={classes.list}>{folded.map(row)}</ul>
        </details>
      ) : null}
      {sample && sample.more > 0 ? (
        <Text size="sm" c="dimmed">
          {t('more', { count: sample.more })}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Nothing is written, and nothing measured could be: the row for all others holds. */
function isQuiet({ code, written, suggestion }: ThresholdLine): boolean {
  return code !== ANY_CODE && written === null && (suggestion === null || suggestion.rate === null);
}
