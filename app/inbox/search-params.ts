import { firstOf, type ListRules, listHref, type RawParams, readListQuery } from '@/app/_list/search-params';
import {
  firstInboxOrder,
  INBOX_PERIODS,
  INBOX_SORTS,
  INBOX_STATES,
  INBOX_TRIGGERS,
  type InboxPeriod,
  type InboxQuery,
  type InboxSort,
  type InboxState,
} from '@/lib/insight/inbox-list';

const INBOX: ListRules<InboxSort> = {
  ...{ path: '/inbox', sorts: INBOX_SORTS, usual: 'last', firstOrder: firstInboxOrder },
};
const ALL_STATES = 'all';
const MAX_TEXT = 400;

/** What a link asks for that says nothing: everything that is open. */
export const EVERYTHING_OPEN: InboxQuery = readInboxQuery({});

/** Reads the page's state from the URL; what makes no sense there is as good as absent. */
export function readInboxQuery(params: RawParams): InboxQuery {
  const trigger = firstOf(params.reason);
  const period = firstOf(params.since);
  const code = firstOf(params.code)?.slice(0, MAX_TEXT);
  return {
    ...readListQuery(params, INBOX),
    state: readState(firstOf(params.state)),
    owner: firstOf(params.owner)?.slice(0, MAX_TEXT) || null,
    trigger: INBOX_TRIGGERS.find((each) => each === trigger) ?? null,
    period: isPeriod(period) ? period : null,
    nodeId: firstOf(params.node)?.slice(0, MAX_TEXT) || null,
    // An empty code is a code; that there is none has a parameter of its own.
    ...(code !== undefined || firstOf(params.nocode) === '1' ? { code: code ?? null } : {}),
  };
}

/** Writes the state into a link; what is as usual is left out, so that links stay short. */
export function inboxHref(query: InboxQuery): string {
  const { state, owner, trigger, period, nodeId, code } = query;
  const href = listHref(query, INBOX, {
    state: state === 'open' ? '' : (state ?? ALL_STATES),
    owner: owner ?? '',
    reason: trigger ?? '',
    since: period ?? '',
    node: nodeId ?? '',
    nocode: code === null ? '1' : '',
    code: code ?? '',
  });
  // An empty parameter is left out of links; an empty code says something.
  return code === '' ? `${href}${href.includes('?') ? '&' : '?'}code=` : href;
}

function readState(text: string | undefined): InboxState | null {
  return text === ALL_STATES ? null : (INBOX_STATES.find((each) => each === text) ?? 'open');
}

function isPeriod(text: string | undefined): text is InboxPeriod {
  return text !== undefined && Object.hasOwn(INBOX_PERIODS, text);
}
