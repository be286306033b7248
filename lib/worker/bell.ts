/** Wakes a loop that waits; rung while nobody waits, it wakes the next one at once. */
export interface Bell {
  ring(): void;
  /** Until it is rung, or for so long at most. */
  wait(ms: number): Promise<void>;
}

export function newBell(): Bell {
  let rung = false;
  let release: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      release?.();
    },
    wait: async (ms) => {
      if (!rung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          release = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      rung = false;
      release = undefined;
    },
  };
}
