'use client';

import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

export const NODE_VIEWS = ['form', 'both', 'text'] as const;
export type NodeView = (typeof NODE_VIEWS)[number];

/** Room for the form and the text side by side. */
const WIDE = '(min-width: 1080px)';

/**
 * Form, text, or both: as chosen last in this browser. Where there is no room for both, one at a time; who may
 * only look sees the form.
 */
export function useNodeView(mayEdit: boolean) {
  const wide = useMediaQuery(WIDE, true);
  const [stored, setStored] = useLocalStorage<string>({ key: 'failpath.node-view', defaultValue: 'form' });
  const wanted = mayEdit ? stored : 'form';
  const chosen = NODE_VIEWS.find((each) => each === wanted) ?? 'form';
  const view: NodeView = chosen === 'both' && !wide ? 'form' : chosen;
  return { view, views: wide ? NODE_VIEWS : NODE_VIEWS.filter((each) => each !== 'both'), choose: setStored };
}
