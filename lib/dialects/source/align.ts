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
    const name = nameOf(wanted, i);
    if (name === null) return null;
    const limit = firstMatchAfter(i);
    for (let j = next; j < limit; j++) if (nameOf(present, j) === name) return j;
    return null;
  }

  function nameOf(items: readonly T[], i: number): string | null {
    const item = items[i];
    return item === undefined ? null : identity(item);
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
function commonItems<T>(
  present: readonly T[],
  wanted: readonly T[],
  same: (a: T, b: T) => boolean,
): Map<number, number> {
  const matched = new Map<number, number>();
  const equal = (i: number, j: number) => {
    const [a, b] = [present[i], wanted[j]];
    return a !== undefined && b !== undefined && same(a, b);
  };
  const shorter = Math.min(present.length, wanted.length);
  let start = 0;
  while (start < shorter && equal(start, start)) matched.set(start, start++);
  let ends = 0;
  while (ends < shorter - start && equal(present.length - 1 - ends, wanted.length - 1 - ends)) ends++;
  for (let k = 1; k <= ends; k++) matched.set(wanted.length - k, present.length - k);

  const [rows, columns] = [present.length - ends - start, wanted.length - ends - start];
  if (rows * columns === 0 || rows * columns > MAX_CELLS) return matched;
  const lengths = commonLengths(rows, columns, (i, j) => equal(start + i, start + j));
  for (let i = 0, j = 0; i < rows && j < columns; )
    if (equal(start + i, start + j)) matched.set(start + j++, start + i++);
    else if (lengths(i + 1, j) >= lengths(i, j + 1)) i++;
    else j++;
  return matched;
}

/** Length of the longest common subsequence of what follows row i and column j. */
function commonLengths(rows: number, columns: number, equal: (i: number, j: number) => boolean) {
  const width = columns + 1;
  const cells = new Uint32Array((rows + 1) * width);
  const at = (i: number, j: number) => cells[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      cells[i * width + j] = equal(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}
