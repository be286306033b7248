import type { useTranslations } from 'next-intl';
import type { AuditEntry } from '@/lib/audit/entry';
import { zonedIso } from '@/lib/history/calendar';
import { messageOf } from '@/lib/i18n/message';
import type { CsvCell } from '@/lib/shared/csv';
import type { Json } from '@/lib/shared/json';

/** The texts that an entry is told with. */
export interface EntryWords {
  readonly t: ReturnType<typeof useTranslations<'audit'>>;
  readonly c: ReturnType<typeof useTranslations<'common'>>;
}

/** What was done, in words; an action of another release as it is called. */
export function actionWords({ t }: EntryWords, action: string): string {
  return messageOf(t, `actions.${action}`) ?? action;
}

export function kindWords({ t }: EntryWords, kind: string): string {
  return messageOf(t, `kinds.${kind}`) ?? kind;
}

export function roleWords({ c }: EntryWords, role: string): string {
  return messageOf(c, `person.roles.${role}`) ?? role;
}

export function viaWords({ t }: EntryWords, via: string): string {
  return messageOf(t, `via.${via}`) ?? via;
}

const COLUMNS = [
  'at',
  'person',
  'personId',
  'role',
  'via',
  'ip',
  'agent',
  'what',
  'action',
  'kind',
  'subject',
  'subjectId',
  'before',
  'after',
] as const;

/** The header of the entries as a download. */
export function entryHeader({ t }: EntryWords): string[] {
  return COLUMNS.map((column) => t(`columns.${column}`));
}

/** Entries as a download has them: what the page shows, before and after as JSON. */
export function entryCells(entries: readonly AuditEntry[], words: EntryWords, timeZone: string): CsvCell[][] {
  return entries.map((entry) => [
    zonedIso(entry.at, timeZone),
    ...[entry.actorName, entry.actorId, roleWords(words, entry.actorRole), viaWords(words, entry.via)],
    ...[entry.ip, entry.userAgent],
    ...[actionWords(words, entry.action), entry.action, kindWords(words, entry.subjectKind)],
    ...[entry.subjectName, entry.subjectId, json(entry.before), json(entry.after)],
  ]);
}

function json(side: Json | null): string | null {
  return side === null ? null : JSON.stringify(side);
}
