import { expect } from 'vitest';
import type { Survivor } from './kill-runs';

/**
 * Holds what killed workers have left against `channels.md`, "Delivery design", 3: nothing is lost; a receiver that
 * drops what it had gets the same again; a blind one gets at most one message more, which says so, and only where a
 * worker died; where two died, it stays open whether it arrived, and is shown as that.
 */
export function expectNoneLost(
  all: readonly Survivor[],
  { repeats, kills }: { readonly repeats: 'key' | 'blind'; readonly kills: number },
): void {
  expect(all).toHaveLength(kills);
  // On a busy machine, a lease may also end while its worker lives.
  expect(all.reduce((sum, { died }) => sum + died, 0)).toBeGreaterThanOrEqual(kills);
  for (const survivor of all) {
    const { state, died, possibleDuplicate, received } = survivor;
    const [first, ...more] = received.map(({ body }) => body);
    if (repeats === 'key') {
      expect(survivor).toMatchObject({ state: 'sent', possibleDuplicate: false });
      expect(received.length).toBeGreaterThan(0);
      expect(received.length).toBeLessThanOrEqual(died + 1);
      // The same id and the same text: the receiver drops it.
      for (const body of more) expect(body).toBe(first);
      continue;
    }
    expect(state).toBe(died >= 2 ? 'unknown' : 'sent');
    expect(possibleDuplicate).toBe(died >= 1);
    expect(received.length).toBeLessThanOrEqual(2);
    if (state === 'sent') expect(received.length).toBeGreaterThan(0);
    if (died === 0) expect(more).toEqual([]);
    for (const body of more) expect(body).toMatch(/^possible duplicate /);
  }
}
