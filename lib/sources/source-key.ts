const MAX_KEY = 48;

/** A key for a source of this name that none has yet: what programs and addresses call it. */
export function freeKey(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_KEY)
    .replace(/^-+|-+$/g, '');
  const base = plain === '' ? 'source' : plain;
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(key)) return key;
  }
}
