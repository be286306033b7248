import { type RefObject, useEffect, useState } from 'react';

/** True once the element has come near the visible part of the page (or the page is printed); it stays so. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (seen || !target) return;
    const see = () => setSeen(true);
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) see();
    }, NEAR);
    observer.observe(target);
    window.addEventListener('beforeprint', see);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', see);
    };
  }, [element, seen]);
  return seen;
}

const NEAR = { rootMargin: '120px' };
