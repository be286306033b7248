/** More names in a sentence nobody reads. */
const MOST = 4;

/** The first few of many names, and how many more there are in the words of `more`. */
export function someOf(names: readonly string[], more: (count: number) => string): string[] {
  if (names.length <= MOST) return [...names];
  return [...names.slice(0, MOST - 1), more(names.length - MOST + 1)];
}
