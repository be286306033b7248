/** What a request says of the version that it is based on. */
export type Precondition =
  | { readonly kind: 'absent' }
  /** `If-None-Match: *`: only when there is none yet. */
  | { readonly kind: 'none_yet' }
  | { readonly kind: 'version'; readonly version: number }
  /** A tag that none of ours can be equal to: another shape, weak, several of them, or `*`. */
  | { readonly kind: 'other' };

/** The entity tag of a version: `"3"`. */
export function versionTag(version: number): string {
  return `"${version}"`;
}

/**
 * Reads `If-Match` (strong comparison, RFC 9110) and `If-None-Match: *`. Exactly one version is what a change
 * can be held against; `If-Match: *` would mean whatever is there, which no change of a policy may mean.
 */
export function readPrecondition(headers: Headers): Precondition {
  const ifMatch = headers.get('If-Match');
  if (ifMatch === null) return headers.get('If-None-Match')?.trim() === '*' ? { kind: 'none_yet' } : { kind: 'absent' };
  const [, digits] = /^\s*"(\d{1,9})"\s*$/.exec(ifMatch) ?? [];
  return digits === undefined ? { kind: 'other' } : { kind: 'version', version: Number(digits) };
}
