import { Button, NativeSelect } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import Form from 'next/form';
import { useFormatter, useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { VersionHead } from '@/lib/workflows/versions-store';
import { compareHref } from '../../search-params';
import classes from './compare.module.css';

const MAX_NOTE = 40;

/** The two versions side by side, each to be chosen anew. Works without a script. */
export function PairForm({
  workflowId,
  choices,
  pair,
}: {
  workflowId: string;
  choices: readonly VersionHead[];
  pair: { readonly from: number; readonly to: number; readonly node: string | null };
}) {
  const t = useTranslations('versions.compare');
  const format = useFormatter();
  const { from, to, node } = pair;
  const data = choices.map(({ version, publishedAt, note }) => {
    const at = format.dateTime(publishedAt, { dateStyle: 'medium', timeStyle: 'short' });
    const label = note ? t('choiceNote', { version, at, note: shorten(note) }) : t('choice', { version, at });
    return { value: String(version), label };
  });
  return (
    <Form action={`/workflows/${workflowId}/versions/compare`} className={classes.pair} key={`${from}-${to}`}>
      {node === null ? null : <input type="hidden" name="node" value={node} />}
      <NativeSelect name="from" label={t('from')} data={data} defaultValue={String(from)} className={classes.side} />
      <NativeSelect name="to" label={t('to')} data={data} defaultValue={String(to)} className={classes.side} />
      <div className={classes.ways}>
        <Button type="submit" variant="default">
          {t('submit')}
        </Button>
        <span className={classes.swap}>
          <IconArrowsLeftRight size={15} stroke={1.8} aria-hidden />
          <TextLink href={compareHref(workflowId, { from: to, to: from, node })}>{t('swap')}</TextLink>
        </span>
      </div>
    </Form>
  );
}

function shorten(text: string): string {
  return text.length > MAX_NOTE ? `${text.slice(0, MAX_NOTE)}…` : text;
}
