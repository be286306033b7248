import { useCallback, useEffect, useRef, useState } from 'react';

/** Where a single key is somebody's text or another widget's command. */
const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="listbox"], [role="menu"]';

/**
 * Whether the palette is open. `/` opens it where nobody types, Ctrl-K or Cmd-K everywhere but above
 * another dialog. What is typed until the palette is there is kept for it (`takeTyped`).
 */
export function usePaletteKeys() {
  const [opened, setOpened] = useState(false);
  const typed = useRef<string | null>(null);
  const open = useCallback(() => {
    typed.current = '';
    setOpened(true);
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return;
      if (typed.current !== null && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        typed.current += event.key;
      } else if (asks(event)) {
        event.preventDefault();
        open();
      }
    };
    // Before the lists' own keys, which must not move while somebody already types for the palette.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [open]);

  return {
    opened,
    open,
    close: useCallback(() => {
      typed.current = null;
      setOpened(false);
    }, []),
    takeTyped: useCallback(() => {
      const text = typed.current ?? '';
      typed.current = null;
      return text;
    }, []),
  };
}

function asks({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey)
    return key.toLowerCase() === 'k' && !shiftKey && !document.querySelector('[aria-modal="true"]');
  return key === '/' && !document.activeElement?.closest(TYPING);
}
