/** A source of random numbers that always gives the same series for the same seed. */
export interface Prng {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number, uniform in [min, max]. */
  int(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of a non-empty list. */
  pick<T>(list: readonly [T, ...T[]]): T;
  /** 64 hexadecimal digits, the shape of a SHA-256. */
  hash(): string;
}

/**
 * mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough for sample data and
 * the same on every machine. The seed is a text, folded to 32 bits with FNV-1a.
 */
export function createPrng(seed: string): Prng {
  let state = fnv1a(seed);
  const bits = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const next = () => bits() / 2 ** 32;
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    hash: () => {
      for (let i = 0; i < 32; i += 4) HASH_BYTES.writeUInt32BE(bits(), i);
      return HASH_BYTES.toString('hex');
    },
  };
}

/** Filled anew by each hash: a third of a million of them are wanted. */
const HASH_BYTES = Buffer.alloc(32);

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
