import { firstOf, type RawParams } from '@/app/_list/search-params';
import { AUDIT_ACTIONS, type AuditAction, SUBJECT_KINDS, type SubjectKind } from '@/lib/audit/actions';
import type { AuditEntry, AuditFilter } from '@/lib/audit/entry';
import { addDays, dayStart, isDay } from '@/lib/history/calendar';
import { type Cursor, cursorText, readCursor } from '@/lib/shared/keyset';
import { isStorable } from '@/lib/shared/storable';

/** What the URL asks for; null and an empty text do not narrow. */
export interface AuditQuery {
  readonly words: string;
  readonly who: string | null;
  readonly what: AuditAction | null;
  readonly kind: SubjectKind | null;
  readonly id: string | null;
  /** Days of the reader's calendar, `YYYY-MM-DD`, both included. */
  readonly first: string | null;
  readonly last: string | null;
}

export const EVERYTHING: AuditQuery = {
  words: '',
  who: null,
  what: null,
  kind: null,
  id: null,
  first: null,
  last: null,
};

const MAX_TEXT = 200;

/** Reads the filters; what makes no sense is as good as absent. */
export function readAuditQuery(params: RawParams): AuditQuery {
  const [what, kind] = [firstOf(params.what), firstOf(params.kind)];
  return {
    words: textOf(params.q)?.trim() ?? '',
    who: textOf(params.who) || null,
    what: AUDIT_ACTIONS.find((each) => each === what) ?? null,
    kind: SUBJECT_KINDS.find((each) => each === kind) ?? null,
    id: textOf(params.id) || null,
    first: dayOf(params.from),
    last: dayOf(params.to),
  };
}

/** The filters as moments: days begin and end where the reader is. */
export function auditFilter(query: AuditQuery, timeZone: string): AuditFilter {
  const { words, who, what, kind, id, first, last } = query;
  return {
    ...{ words, actorId: who, action: what, subjectKind: kind, subjectId: id },
    from: first === null ? null : dayStart(first, timeZone),
    to: last === null ? null : dayStart(addDays(last, 1), timeZone),
  };
}

/** Where in the list a link leads; null = its newest end. */
export function readAuditCursor(params: RawParams): Cursor | null {
  return readCursor('before', firstOf(params.before)) ?? readCursor('after', firstOf(params.after));
}

/** True when anything narrows the list. */
export function isNarrowed(query: AuditQuery): boolean {
  return [...paramsOf(query)].length > 0;
}

/** A link to the list with these filters. */
export function auditHref(query: Partial<AuditQuery>): string {
  return withParams('/audit', paramsOf({ ...EVERYTHING, ...query }));
}

/** The same entries as a download. */
export function auditCsvHref(query: AuditQuery): string {
  return withParams('/api/v1/audit.csv', paramsOf(query));
}

/** A link to what lies before (older) or after (newer) an entry of the list. */
export function auditPageHref(query: AuditQuery, side: Cursor['side'], entry: Pick<AuditEntry, 'at' | 'id'>): string {
  const params = paramsOf(query);
  params.set(side, cursorText(entry));
  return withParams('/audit', params);
}

function paramsOf({ words, who, what, kind, id, first, last }: AuditQuery): URLSearchParams {
  const all = { q: words, who, what, kind, id, from: first, to: last };
  return new URLSearchParams(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function withParams(path: string, params: URLSearchParams): string {
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

function textOf(value: string | string[] | undefined): string | undefined {
  const text = firstOf(value)?.slice(0, MAX_TEXT);
  return text !== undefined && isStorable(text) ? text : undefined;
}

function dayOf(value: string | string[] | undefined): string | null {
  const day = firstOf(value) ?? '';
  return isDay(day) ? day : null;
}
