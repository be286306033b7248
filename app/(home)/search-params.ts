import { firstOf, type RawParams } from '@/app/_list/search-params';
import { failuresHref, readFailureQuery } from '@/app/failures/search-params';
import { EVERYTHING_OPEN, inboxHref } from '@/app/inbox/search-params';
import { nodesHref, readNodeQuery } from '@/app/nodes/search-params';
import { openThresholdsHref } from '@/app/thresholds/search-params';
import { unclassifiedOf } from '@/app/unclassified/search-params';
import type { Actor } from '@/lib/accounts/permissions';
import { MY_GROUPS } from '@/lib/insight/failure-query';
import { type HomeScope, type HomeStep, homeScope, isNobodys, NODE_STEPS } from '@/lib/insight/home';
import { MINE as MY_HAND_OFFS, NO_OWNER } from '@/lib/insight/inbox-list';
import { MINE, type NodeFilter } from '@/lib/insight/node-list';

/** Everything that the URL says about the page. */
export interface HomeQuery {
  readonly scope: HomeScope;
  /** The tables of coverage are shown whole. */
  readonly whole: boolean;
}

/** Reads the page's state from the URL; what makes no sense there is as good as absent. */
export function readHomeQuery(params: RawParams, actor: Pick<Actor, 'role' | 'groups'>): HomeQuery {
  return { scope: homeScope(actor, firstOf(params.for)), whole: firstOf(params.rows) === 'all' };
}

/** Writes the state into a link; the scope always, since what is usual depends on who reads. */
export function homeHref({ scope, whole }: HomeQuery): string {
  return `/?for=${scope}${whole ? '&rows=all' : ''}`;
}

/** Coverage as a download, in the same scope. */
export function coverageCsvHref(scope: HomeScope): string {
  return `/api/v1/coverage.csv?for=${scope}`;
}

/** The list that holds just what a step counts. */
export function stepHref(step: HomeStep, scope: HomeScope): string {
  if (step === 'hand_offs') return inboxHref({ ...EVERYTHING_OPEN, owner: scope === 'mine' ? MY_HAND_OFFS : null });
  if (step === 'unowned_hand_offs') return inboxHref({ ...EVERYTHING_OPEN, owner: NO_OWNER });
  if (step === 'ripe_thresholds') return openThresholdsHref(scope);
  if (step === 'unclassified_codes') return unclassifiedOf(scope === 'mine' ? MINE : null);
  return nodeListHref({ scope: isNobodys(step) ? 'all' : scope, filters: NODE_STEPS[step] });
}

/** Nodes of a scope, narrowed to a group (slug), a workflow (row id) and filters. */
export function nodeListHref({
  scope,
  group,
  workflow = null,
  filters = [],
}: {
  scope: HomeScope;
  group?: string;
  workflow?: string | null;
  filters?: readonly NodeFilter[];
}): string {
  return nodesHref({ ...readNodeQuery({}), workflow, filters, group: group ?? (scope === 'mine' ? MINE : null) });
}

/** The failures of a scope, on a day or in the usual period: as many as the calendar says. */
export function failuresOf(scope: HomeScope, day: string | null): string {
  return failuresHref({ ...readFailureQuery({}), day, owner: scope === 'mine' ? MY_GROUPS : null });
}
