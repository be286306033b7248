import { firstOf, type RawParams } from '@/app/_list/search-params';
import { ROW_KINDS, type RowKind, type StepRow } from '@/lib/history/step-row';
import type { FailureRowsQuery } from '@/lib/insight/failure-rows';
import { type Cursor, cursorText, readCursor } from '@/lib/shared/keyset';
import { isStorable } from '@/lib/shared/storable';
import { ownParams, readChoice, readInstant } from '../search-params';

/** What a link to rows says; what it leaves out is not narrowed. */
export type RowsAsked = { readonly kind: RowKind } & Partial<FailureRowsQuery>;

/** Reads which rows are asked for; what makes no sense is as good as absent. */
export function readRowsQuery(params: RawParams): FailureRowsQuery {
  const what = firstOf(params.what);
  const code = textOf(params.code);
  return {
    kind: ROW_KINDS.find((each) => each === what) ?? 'failures',
    search: textOf(params.q)?.trim().slice(0, 200) ?? '',
    workflow: textOf(params.workflow) || null,
    nodeId: textOf(params.node) || null,
    // An empty code is a code; that there is none has a parameter of its own.
    ...(code !== undefined || firstOf(params.nocode) === '1' ? { code: code ?? null } : {}),
    hour: readInstant(firstOf(params.hour)),
    ...readChoice(params),
  };
}

/** Where in the list a link leads; null = its newest end. */
export function readRowsCursor(params: RawParams): Cursor | null {
  return readCursor('before', firstOf(params.before)) ?? readCursor('after', firstOf(params.after));
}

/**
 * A link to the rows behind a figure. `moment`: when it was counted, so that the rows are as many; null: as of
 * the time at which the link is followed.
 */
export function rowsHref(asked: RowsAsked, moment: Date | null): string {
  return `/failures/rows?${rowsParams(asked, moment)}`;
}

/** The same rows as a download. */
export function rowsCsvHref(asked: RowsAsked, moment: Date | null): string {
  return `/api/v1/failure-rows.csv?${rowsParams(asked, moment)}`;
}

/** A link to what lies before (older) or after (newer) a row of the list. */
export function rowsPageHref(asked: RowsAsked, moment: Date | null, side: Cursor['side'], row: StepRow): string {
  const params = rowsParams(asked, moment);
  params.set(side, cursorText({ at: row.occurredAt, id: row.id }));
  return `/failures/rows?${params}`;
}

function rowsParams(asked: RowsAsked, moment: Date | null): URLSearchParams {
  const {
    kind,
    search = '',
    workflow,
    nodeId,
    code,
    hour,
    standing = null,
    owner = null,
    period = null,
    day = null,
  } = asked;
  const params = new URLSearchParams({ what: kind });
  if (search !== '') params.set('q', search);
  if (workflow) params.set('workflow', workflow);
  if (nodeId) params.set('node', nodeId);
  if (code === null) params.set('nocode', '1');
  else if (code !== undefined) params.set('code', code);
  for (const [name, value] of Object.entries(ownParams({ standing, owner, period, day })))
    if (value !== '') params.set(name, value);
  if (hour) params.set('hour', hour.toISOString());
  if (moment) params.set('at', moment.toISOString());
  return params;
}

/** A text that the database could hold; any other names nothing in it. */
function textOf(value: string | string[] | undefined): string | undefined {
  const text = firstOf(value);
  return text !== undefined && isStorable(text) ? text : undefined;
}
