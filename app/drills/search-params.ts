import { firstOf, type RawParams } from '@/app/_list/search-params';
import type { DrillRunFilter, DrillRunRow } from '@/lib/drills/run';
import { RUN_STATES } from '@/lib/drills/vocabulary';
import { type Cursor, cursorText } from '@/lib/shared/keyset';
import { isStorable } from '@/lib/shared/storable';

export const ALL_RUNS: DrillRunFilter = { state: null, workflowId: null, group: null, nodeRowId: null };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_TEXT = 200;

/** Reads the filters; what makes no sense is as good as absent. */
export function readRunFilter(params: RawParams): DrillRunFilter {
  const state = firstOf(params.state);
  const group = firstOf(params.group)?.slice(0, MAX_TEXT) ?? '';
  return {
    state: RUN_STATES.find((each) => each === state) ?? null,
    workflowId: idOf(params.workflow),
    group: group !== '' && isStorable(group) ? group : null,
    nodeRowId: idOf(params.node),
  };
}

/** Where in the list a link leads; null = its newest end. */
export function readRunCursor(params: RawParams): Cursor | null {
  return cursorOf('before', firstOf(params.before)) ?? cursorOf('after', firstOf(params.after));
}

/** A link to the list with these filters. */
export function drillsHref(filter: Partial<DrillRunFilter> = {}): string {
  return withParams(paramsOf({ ...ALL_RUNS, ...filter }));
}

/** A link to what lies before (older) or after (newer) a run of the list. */
export function drillsPageHref(
  filter: DrillRunFilter,
  side: Cursor['side'],
  { createdAt: at, id }: Pick<DrillRunRow, 'createdAt' | 'id'>,
): string {
  const params = paramsOf(filter);
  params.set(side, cursorText({ at, id }));
  return withParams(params);
}

/** True when anything narrows the list. */
export function isNarrowed(filter: DrillRunFilter): boolean {
  return [...paramsOf(filter)].length > 0;
}

function paramsOf({ state, workflowId, group, nodeRowId }: DrillRunFilter): URLSearchParams {
  const all = { state, workflow: workflowId, group, node: nodeRowId };
  return new URLSearchParams(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function withParams(params: URLSearchParams): string {
  const text = params.toString();
  return text === '' ? '/drills' : `/drills?${text}`;
}

/** As `cursorText` writes it, with the id of a run. */
function cursorOf(side: Cursor['side'], text: string | undefined): Cursor | null {
  const [, at = '', id = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/i.exec(text ?? '') ?? [];
  return Number.isNaN(Date.parse(at)) || !UUID.test(id) ? null : { side, at: new Date(at), id };
}

function idOf(value: string | string[] | undefined): string | null {
  const id = firstOf(value) ?? '';
  return UUID.test(id) ? id : null;
}
