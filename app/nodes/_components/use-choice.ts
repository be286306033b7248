import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { MAX_BULK_NODES } from '@/lib/workflows/bulk-vocabulary';
import { type Choice, type ChosenRow, choiceStore } from './choice-store';

/** What is chosen, as it changes. */
export function useChoice(): Choice {
  return useSyncExternalStore(choiceStore.subscribe, choiceStore.read, choiceStore.readNone);
}

/** Whether this row is chosen: only rows that change are rendered anew. */
export function useIsChosen(id: string): boolean {
  return useSyncExternalStore(
    choiceStore.subscribe,
    () => choiceStore.read().has(id),
    () => false,
  );
}

/**
 * Keys of choosing: `x` or Space on the row that has the focus, with Shift from the row that was pressed last to it. A click
 * on a box with Shift does the same. Null: whoever looks may not change anything.
 */
export function useChoiceKeys(list: RefObject<HTMLElement | null>, shown: readonly ChosenRow[] | null): void {
  useEffect(() => {
    const region = list.current;
    if (!region || !shown) return;
    choiceStore.see(shown);
    const toggle = (box: Element | null | undefined, range: boolean) => {
      const id = box?.getAttribute('data-choice');
      const row = shown.find((each) => each.id === id);
      if (row) choiceStore.toggle(row, shown, range, MAX_BULK_NODES);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
      const link = event.target.closest('[data-row-link]');
      if (!link || (event.key !== ' ' && event.key.toLowerCase() !== 'x')) return;
      event.preventDefault();
      toggle(link.closest('tr')?.querySelector('[data-choice]'), event.shiftKey);
    };
    const onClick = (event: MouseEvent) => {
      const box = event.target instanceof Element ? event.target.closest('[data-choice]') : null;
      if (box) toggle(box, event.shiftKey);
    };
    region.addEventListener('keydown', onKeyDown);
    region.addEventListener('click', onClick);
    return () => {
      region.removeEventListener('keydown', onKeyDown);
      region.removeEventListener('click', onClick);
    };
  }, [list, shown]);
}
