import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import classes from './workflow.module.css';

/** Enough for any file that a person reads on a page; larger ones are downloaded. */
const MAX_LINES = 2_000;
const MAX_CHARACTERS = 200_000;

/** A text as it stands, with line numbers; read-only, scrolls in its own frame. */
export function DefinitionText({ name, text }: { name: string; text: string }) {
  const t = useTranslations('workflows.detail.text');
  const all = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const shown = all.slice(0, MAX_LINES).join('\n').slice(0, MAX_CHARACTERS).split('\n');
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reachable by keyboard */}
      <section className={classes.code} aria-label={t('region', { name })} tabIndex={0}>
        <pre className={classes.numbers} aria-hidden>
          {shown.map((_, index) => index + 1).join('\n')}
        </pre>
        <pre className={classes.text}>{shown.join('\n')}</pre>
      </section>
      {shown.length < all.length ? (
        <Text size="sm" c="dimmed">
          {t('cut', { lines: shown.length, total: all.length })}
        </Text>
      ) : null}
    </>
  );
}
