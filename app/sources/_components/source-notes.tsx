import { getFormatter, getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { TextLink } from '@/components/ui/text-link';
import { messageOf } from '@/lib/i18n/message';
import { DAY_MS } from '@/lib/shared/clock';
import { allSourceNotes, sourceNotes } from '@/lib/sources/source-queries';
import type { SourceNotes as Notes } from '@/lib/sources/source-state';
import classes from './source-notes.module.css';

/** Days that the figures of the product cover, where nothing else is said. */
const WINDOW_DAYS = 30;

/**
 * What has to be said where numbers of connected sources are shown: as of when they are, and what is not in them. Of
 * one source, or of all in a line each; nothing where the numbers are Failpath's own. `since`: where they begin.
 */
export async function SourceNotes({ sourceId, since }: { sourceId?: string; since?: Date }) {
  const ctx = await contextFor('read');
  const notes = sourceId === undefined ? await allSourceNotes(ctx) : [await sourceNotes(ctx, sourceId)];
  const shown = notes.filter((each) => each !== null);
  if (shown.length === 0) return null;
  const t = await getTranslations('sources.pageNotes');
  const begin = since ?? new Date(ctx.now.getTime() - WINDOW_DAYS * DAY_MS);
  return (
    <section className={classes.notes} aria-label={t('title')}>
      {shown.map((each) => (
        <SourceNote key={each.id} notes={each} since={begin} brief={sourceId === undefined} now={ctx.now} />
      ))}
    </section>
  );
}

async function SourceNote({ notes, since, brief, now }: { notes: Notes; since: Date; brief: boolean; now: Date }) {
  const [t, s, format] = await Promise.all([
    getTranslations('sources.pageNotes'),
    getTranslations('sources'),
    getFormatter(),
  ]);
  const { id, name, state, asOf, retentionDays, countedFrom, retries, unknownRows } = notes;
  const date = (at: Date) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  const said = [
    asOf === null ? t('neverAsOf', { name }) : t('asOf', { name, at: date(asOf) }),
    state === 'following' ? null : t(`state.${state}`),
    retentionDays !== null && retentionDays * DAY_MS < now.getTime() - since.getTime()
      ? t('retention', { days: retentionDays })
      : null,
    countedFrom !== null && countedFrom > since ? t('countedFrom', { at: date(countedFrom) }) : null,
    retries === 'last_only' ? t('retriesHidden') : null,
    unknownRows > 0 ? t('unknown', { rows: unknownRows }) : null,
  ].filter((each) => each !== null);
  const known = brief ? [] : notes.notes.flatMap((key) => messageOf(s, `notes.${key}`) ?? []);
  return (
    <div>
      {said.join(' ')} <TextLink href={`/sources/${id}`}>{t('more')}</TextLink>
      {known.length === 0 ? null : (
        <details>
          <summary>{t('known', { platform: notes.platform ?? name, count: known.length })}</summary>
          <ul>
            {known.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
