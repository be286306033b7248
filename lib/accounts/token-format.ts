import { createHash } from 'node:crypto';

const PREFIX = 'fp_';
/** Bytes of randomness in a token; as base64url they are 43 characters. */
export const TOKEN_BYTES = 32;
const SHAPE = /^fp_[A-Za-z0-9_-]{43}$/;
const START = 8;

/** A token's text from its random bytes: `fp_` and base64url. Throws when they are not `TOKEN_BYTES`. */
export function tokenText(random: Uint8Array): string {
  if (random.length !== TOKEN_BYTES) throw new Error(`a token has ${TOKEN_BYTES} random bytes`);
  return `${PREFIX}${Buffer.from(random).toString('base64url')}`;
}

/** True for a text that could be a token of ours; anything else needs no look into the database. */
export function isTokenShaped(text: string): boolean {
  return SHAPE.test(text);
}

/**
 * What is kept of a token: SHA-256, in hex. A token is random over 256 bits, so there is nothing to guess,
 * and no salt or slow hash is needed; it is found by its hash, so no comparison can be timed.
 */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Its first characters, by which people tell their tokens apart. */
export function tokenStart(token: string): string {
  return token.slice(0, START);
}
