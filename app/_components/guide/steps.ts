/** Where a step is taken: a list, a node's page, a workflow's page. */
type Place = 'nodes' | 'node' | 'workflow';

export interface GuideStep {
  readonly id: 'find' | 'evidence' | 'owner' | 'retry' | 'words' | 'publish' | 'take' | 'done';
  readonly place: Place | null;
  /** What is outlined on the page; null = nothing, or the row of the guided node. */
  readonly target: string | null;
  /** The step is done by going there, once what the next one points at is on the page. */
  readonly doneAt: Place | null;
}

/** The guided first run, in its order: the five things that the product is for. */
export const GUIDE_STEPS: readonly GuideStep[] = [
  { id: 'find', place: 'nodes', target: null, doneAt: 'node' },
  { id: 'evidence', place: 'node', target: '#classification', doneAt: null },
  { id: 'owner', place: 'node', target: '#owner', doneAt: null },
  { id: 'retry', place: 'node', target: '#retry', doneAt: null },
  { id: 'words', place: 'node', target: '#comes-to', doneAt: null },
  { id: 'publish', place: 'node', target: '#publish', doneAt: null },
  { id: 'take', place: 'node', target: '#take-away', doneAt: 'workflow' },
  { id: 'done', place: null, target: '#export', doneAt: null },
];

/** Cookie in which the reader's step is remembered: `off`, or a step's id; absent = never asked. */
export const GUIDE_COOKIE = 'guide';
export const GUIDE_OFF = 'off';

/** The step that a cookie or address names; null when there is none of that name. */
export function stepOf(id: string | undefined): GuideStep | null {
  return GUIDE_STEPS.find((step) => step.id === id) ?? null;
}

/** The place that a path is; null for all others. */
export function placeOf(pathname: string): Place | null {
  if (pathname === '/nodes') return 'nodes';
  if (/^\/nodes\/[^/]+$/.test(pathname)) return 'node';
  return /^\/workflows\/[^/]+$/.test(pathname) ? 'workflow' : null;
}

/** The step after `step`, or before it; the ends stay where they are. */
export function stepBeside(step: GuideStep, by: 1 | -1): GuideStep {
  const at = GUIDE_STEPS.findIndex(({ id }) => id === step.id) + by;
  return GUIDE_STEPS[Math.min(Math.max(0, at), GUIDE_STEPS.length - 1)] ?? step;
}
