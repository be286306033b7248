import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { whenFound } from './when-found';

/** Where the card stands on a narrow screen. */
type Side = 'top' | 'bottom';

/** What stands higher than that in its page cannot be brought below a card at the top. */
const HEAD_PX = 360;

/**
 * Outlines the first element that `selector` finds and brings it into view; it may come a little later.
 * Says on which side a card does not cover it.
 */
export function useOutline(selector: string | null): Side {
  const still = useReducedMotion();
  const [side, setSide] = useState<Side>('bottom');
  useEffect(() => {
    if (selector === null) return setSide('bottom');
    let outlined: Element | null = null;
    const stop = whenFound(selector, (found) => {
      if (!found) return;
      outlined = found;
      found.setAttribute('data-guided', '');
      const { top, bottom } = found.getBoundingClientRect();
      setSide(top + window.scrollY < HEAD_PX ? 'bottom' : 'top');
      const foot = document.querySelector('[data-foot]')?.clientHeight ?? 0;
      document.documentElement.style.setProperty('--guide-foot', `${foot}px`);
      const above = Number.parseFloat(getComputedStyle(found).scrollMarginTop) || 0;
      const inView = top >= above && bottom <= window.innerHeight;
      if (!inView) found.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
    });
    return () => {
      stop();
      outlined?.removeAttribute('data-guided');
    };
  }, [selector, still]);
  return side;
}
