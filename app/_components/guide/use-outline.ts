import { useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';

const ATTEMPTS = 20;
const PAUSE_MS = 150;

/** Outlines the first element that `selector` finds and brings it into view; it may come a little later. */
export function useOutline(selector: string | null): void {
  const still = useReducedMotion();
  useEffect(() => {
    if (selector === null) return;
    let outlined: Element | null = null;
    let left = ATTEMPTS;
    const look = () => {
      outlined = document.querySelector(selector);
      left -= 1;
      if (!outlined) return left > 0 ? undefined : clearInterval(timer);
      clearInterval(timer);
      outlined.setAttribute('data-guided', '');
      const { top, bottom } = outlined.getBoundingClientRect();
      const inView = top >= 0 && bottom <= window.innerHeight;
      if (!inView) outlined.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
    };
    const timer = setInterval(look, PAUSE_MS);
    return () => {
      clearInterval(timer);
      outlined?.removeAttribute('data-guided');
    };
  }, [selector, still]);
}
