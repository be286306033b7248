const ATTEMPTS = 100;
const PAUSE_MS = 150;

/**
 * Runs `then` with the first element that `selector` finds, now or when it comes (a page may stream in);
 * null = at once, without one. Gives up after a quarter of a minute. Returns how to end the waiting.
 */
export function whenFound(selector: string | null, then: (found: Element | null) => void): () => void {
  let left = ATTEMPTS;
  const look = () => {
    const found = selector === null ? null : document.querySelector(selector);
    left -= 1;
    if (!found && selector !== null && left > 0) return;
    clearInterval(timer);
    if (found || selector === null) then(found);
  };
  const timer = setInterval(look, PAUSE_MS);
  return () => clearInterval(timer);
}
