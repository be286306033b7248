import { firstOf, type RawParams } from '@/app/_list/search-params';
import type { ExecutionKey } from '@/lib/history/execution-key';
import { WINDOW_DAYS } from '@/lib/history/window';
import { CONFORMANCE_SORTS, type ConformanceQuery } from '@/lib/insight/conformance-list';
import { FINDINGS } from '@/lib/judge/finding';
import { type Cursor, cursorText, readCursor } from '@/lib/shared/keyset';
import { isStorable } from '@/lib/shared/storable';

/** Which findings a link asks for; null = whatever it is. */
export interface FindingsQuery extends Pick<ConformanceQuery, 'finding' | 'workflow' | 'period'> {
  readonly node: string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Longer than any period that a link could name. */
const MAX_PERIOD = 100;
const MAX_TEXT = 500;
const MAX_PAGE = 1_000_000;

/** Reads the page's state; what makes no sense is as good as absent. */
export function readConformanceQuery(params: RawParams): ConformanceQuery {
  const sort = firstOf(params.sort);
  const page = Number(firstOf(params.page));
  return {
    ...readCommon(params),
    group: textOf(params.group),
    sort: CONFORMANCE_SORTS.find((each) => each === sort) ?? 'findings',
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}

export function readFindingsQuery(params: RawParams): FindingsQuery {
  return { ...readCommon(params), node: textOf(params.node) };
}

/** Where in the list of findings a link leads; null = its newest end. */
export function readFindingsCursor(params: RawParams): Cursor | null {
  return readCursor('before', firstOf(params.before)) ?? readCursor('after', firstOf(params.after));
}

/** The execution that a link names; null when it names none. */
export function readExecution(params: RawParams): ExecutionKey | null {
  const sourceId = firstOf(params.source) ?? '';
  const [workflowId, runId, nodeId] = [params.workflow, params.run, params.node].map(textOf);
  if (!UUID.test(sourceId) || !workflowId || !runId || !nodeId) return null;
  return { sourceId, workflowId, runId, nodeId, subIndex: textOf(params.sub) ?? '' };
}

/** Writes the state into a link; what is as usual is left out. */
export function conformanceHref(query: Partial<ConformanceQuery> = {}): string {
  const { finding, workflow, group, period, sort, page = 1 } = query;
  return href('/conformance', {
    ...{ finding, workflow, group, period: usual(period) },
    sort: sort === 'findings' ? null : sort,
    page: page > 1 ? String(page) : null,
  });
}

/** Findings, newest first. */
export function findingsHref({ finding, workflow, node, period }: Partial<FindingsQuery>): string {
  return href('/conformance/findings', { workflow, node, finding, period: usual(period) });
}

/** What lies before (older) or after (newer) a finding of the list. */
export function findingsPageHref(
  query: FindingsQuery,
  side: Cursor['side'],
  row: { readonly occurredAt: Date; readonly id: string },
): string {
  const { finding, workflow, node, period } = query;
  const place = cursorText({ at: row.occurredAt, id: row.id });
  return href('/conformance/findings', { workflow, node, finding, period: usual(period), [side]: place });
}

/** The evidence of one execution. */
export function executionHref({ sourceId, workflowId, runId, nodeId, subIndex }: ExecutionKey): string {
  return href('/conformance/execution', {
    ...{ source: sourceId, workflow: workflowId, run: runId, node: nodeId, sub: subIndex },
  });
}

/** True when anything narrows the list. */
export function isNarrowed({ finding, workflow, group }: ConformanceQuery): boolean {
  return finding !== null || workflow !== null || group !== null;
}

function readCommon(params: RawParams): Pick<FindingsQuery, 'finding' | 'workflow' | 'period'> {
  const finding = firstOf(params.finding);
  const workflow = firstOf(params.workflow) ?? '';
  return {
    finding: FINDINGS.find((each) => each === finding) ?? null,
    workflow: UUID.test(workflow) ? workflow : null,
    period: firstOf(params.period)?.slice(0, MAX_PERIOD) || null,
  };
}

function usual(period: string | null | undefined): string | null | undefined {
  return period === String(WINDOW_DAYS) ? null : period;
}

function href(path: string, params: Readonly<Record<string, string | null | undefined>>): string {
  const query = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A text that the database could hold; any other names nothing in it. */
function textOf(value: string | string[] | undefined): string | null {
  const text = firstOf(value) ?? '';
  return text !== '' && text.length <= MAX_TEXT && isStorable(text) ? text : null;
}
