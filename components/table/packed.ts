/**
 * Rows on their way from the server to a client component, as one text: React would otherwise look at each
 * value of each row on its own, in the server and again in the browser.
 */
export type Packed<T> = string & { readonly packed?: T };

/** `value` must be of what JSON can hold (no dates); it comes back equal. */
export function pack<T>(value: T): Packed<T> {
  return JSON.stringify(value);
}

/** What `pack` was given. */
export function unpack<T>(packed: Packed<T>): T {
  return JSON.parse(packed);
}
