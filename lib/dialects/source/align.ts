/** What becomes of a list: each item new, or one that is there (`from`, ascending) with a new value. */
export interface PlannedItem<T> {
  readonly from: number | null;
  readonly value: T;
}

/** Above this, the exact comparison would take too long; then only the common ends are matched. */
const MAX_CELLS = 1_000_000;

/**
 * Plans the way from the present items to the wanted ones: what is the same stays where it is
 * (longest common subsequence), then items of equal identity are edited in place.
 */
export function alignItems<T>(
  present: readonly T[],
  wanted: readonly T[],
  same: (a: T, b: T) => boolean,
  identity: (item: T) => string | null,
): readonly PlannedItem<T>[] {
  const matched = commonItems(present, wanted, same);
  const plan: PlannedItem<T>[] = [];
  let next = 0;
  wanted.forEach((value, i) => {
    const from = matched.get(i) ?? sameIdentity(i);
    plan.push({ from, value });
    if (from !== null) next = from + 1;
  });
  return plan;

  function sameIdentity(i: number): number | null {
    const name = identity(wanted[i] as T);
    if (name === null) return null;
    const limit = firstMatchAfter(i);
    for (let j = next; j < limit; j++) if (identity(present[j] as T) === name) return j;
    return null;
  }

  function firstMatchAfter(i: number): number {
    for (let k = i + 1; k < wanted.length; k++) {
      const match = matched.get(k);
      if (match !== undefined) return match;
    }
    return present.length;
  }
}

/** Index in `wanted` → index in `present`, both ascending. */
function commonItems<T>(present: readonly T[], wanted: readonly T[], same: (a: T, b: T) => boolean): Map<number, number> {
  const matched = new Map<number, number>();
  let start = 0;
  while (start < present.length && start < wanted.length && same(present[start] as T, wanted[start] as T))
    matched.set(start, start++);
  let ends = 0;
  const room = Math.min(present.length, wanted.length) - start;
  while (ends < room && same(present[present.length - 1 - ends] as T, wanted[wanted.length - 1 - ends] as T)) ends++;
  for (let k = 1; k <= ends; k++) matched.set(wanted.length - k, present.length - k);

  const rows = present.length - ends - start;
  const columns = wanted.length - ends - start;
  if (rows * columns === 0 || rows * columns > MAX_CELLS) return matched;
  const lengths = Array.from({ length: rows + 1 }, () => new Array<number>(columns + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const equal = (i: number, j: number) => same(present[start + i] as T, wanted[start + j] as T);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      (lengths[i] as number[])[j] = equal(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let i = 0, j = 0; i < rows && j < columns; )
    if (equal(i, j)) matched.set(start + j++, start + i++);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return matched;
}
