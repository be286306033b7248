import { expect, it } from 'vitest';
import { pauseMs } from './backoff';

it.each([
  { tries: 1, random: 0, afterMs: undefined, pause: 0 },
  { tries: 1, random: 1, afterMs: undefined, pause: 10_000 },
  { tries: 2, random: 0.5, afterMs: undefined, pause: 10_000 },
  { tries: 7, random: 1, afterMs: undefined, pause: 640_000 },
  { tries: 9, random: 1, afterMs: undefined, pause: 1_800_000 },
  { tries: 5_000, random: 1, afterMs: undefined, pause: 1_800_000 },
  { tries: 1, random: 0, afterMs: 45_000, pause: 45_000 },
  { tries: 7, random: 1, afterMs: 45_000, pause: 640_000 },
  { tries: 1, random: 1, afterMs: 86_400_000, pause: 86_400_000 },
])('after $tries tries at $random with $afterMs asked for: $pause ms', ({ tries, random, afterMs, pause }) => {
  expect(pauseMs(tries, random, afterMs)).toBe(pause);
});
