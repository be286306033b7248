import { type RefObject, useEffect } from 'react';

/** Marks the link that opens a row; the row cursor is the focus on one of them. */
export const ROW_LINK = { 'data-row-link': '' } as const;

/**
 * Quick hands for a list: `s` goes to its search (`/` is the palette's, everywhere), j and k move through
 * the rows from anywhere, the arrow keys once a row (or the search) has the focus, Enter opens (it is a
 * link), Esc lets go. Keys typed into a field, or held with Ctrl, Alt or Meta, stay what they are.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.findIndex((link) => link.contains(document.activeElement));
      const target = targetOf(event.key, at, document.activeElement === search.current);
      if (target === null) return;
      event.preventDefault();
      if (target === 'search') {
        search.current?.focus();
        search.current?.select();
      } else if (target === 'away') links[at]?.blur();
      else links[Math.min(Math.max(0, target), links.length - 1)]?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list, search]);
}

/** Where a key leads: a row, the search, away from the rows, or nowhere (null). `at` is -1 outside the rows. */
function targetOf(key: string, at: number, inSearch: boolean): number | 'search' | 'away' | null {
  if (inSearch) return key === 'ArrowDown' ? 0 : null;
  if (at < 0 && isTyping(document.activeElement)) return null;
  if (key === 's') return 'search';
  if (key === 'j') return at + 1;
  if (key === 'k') return at < 0 ? 0 : at - 1;
  if (at < 0) return null;
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at === 0 ? 'search' : at - 1;
  return key === 'Escape' ? 'away' : null;
}

function isTyping(element: Element | null): boolean {
  return (
    element?.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="listbox"], [role="menu"]',
    ) != null
  );
}
