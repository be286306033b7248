import { createHash } from 'node:crypto';

/** What stands in a one-time link, and the hash that is kept of it. */
export function newLinkToken(bytes: Uint8Array): { readonly token: string; readonly hash: string } {
  const token = Buffer.from(bytes).toString('base64url');
  return { token, hash: linkHash(token) };
}

/** SHA-256 of a token of 256 random bits: no salt is needed against guessing. */
export function linkHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
