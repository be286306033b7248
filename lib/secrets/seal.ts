import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { err, ok, type Result } from '@/lib/shared/result';
import type { Keyring } from './keyring';

/** Why a sealed text cannot be opened. `damaged`: changed, sealed for another place, or by another key of that id. */
export type OpenFault =
  | { readonly reason: 'not_sealed' }
  | { readonly reason: 'key_missing'; readonly keyId: string }
  | { readonly reason: 'damaged'; readonly keyId: string };

const FORMAT = 'fps1';
/** NIST SP 800-38D, 8.2: 96 bits of nonce and a tag of 128. */
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret with the first key: `fps1.<keyId>.<iv>.<data>`. `context` names the place where it is kept
 * (table, column, row id): a text that is moved to another place does not open there.
 */
export function seal([key]: Keyring, context: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(bound(key.id, context));
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [FORMAT, key.id, iv.toString('base64url'), data.toString('base64url')].join('.');
}

/** Decrypts what `seal` made for the same context, with whichever key sealed it. */
export function open(keyring: Keyring, context: string, sealed: string): Result<string, OpenFault> {
  const parts = partsOf(sealed);
  if (!parts) return err({ reason: 'not_sealed' });
  const { keyId, iv, data } = parts;
  const key = keyring.find(({ id }) => id === keyId);
  if (!key) return err({ reason: 'key_missing', keyId });
  try {
    const cipher = createDecipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(bound(keyId, context));
    cipher.setAuthTag(data.subarray(-TAG_BYTES));
    return ok(Buffer.concat([cipher.update(data.subarray(0, -TAG_BYTES)), cipher.final()]).toString('utf8'));
  } catch {
    return err({ reason: 'damaged', keyId });
  }
}

/**
 * The same secret sealed with the first key; the text itself when it is so already. What a rotation runs
 * over everything that is kept, before the old key is taken away.
 */
export function reseal(keyring: Keyring, context: string, sealed: string): Result<string, OpenFault> {
  const opened = open(keyring, context, sealed);
  if (!opened.ok) return opened;
  return ok(partsOf(sealed)?.keyId === keyring[0].id ? sealed : seal(keyring, context, opened.value));
}

/** What a table keeps sealed, by the ids of its rows. */
export interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

/** The rows of a table that are to be written with the first key now, and the ids of those that no key opens. */
export function resealRows(
  keyring: Keyring,
  rows: readonly SealedRow[],
  contextOf: (id: string) => string,
): { readonly changed: readonly SealedRow[]; readonly unreadable: readonly string[] } {
  const changed: SealedRow[] = [];
  const unreadable: string[] = [];
  for (const { id, sealed } of rows) {
    const again = reseal(keyring, contextOf(id), sealed);
    if (!again.ok) unreadable.push(id);
    else if (again.value !== sealed) changed.push({ id, sealed: again.value });
  }
  return { changed, unreadable };
}

function bound(keyId: string, context: string): Buffer {
  return Buffer.from(`${FORMAT}.${keyId}.${context}`, 'utf8');
}

function partsOf(sealed: string) {
  const [format, keyId, iv64, data64, ...rest] = sealed.split('.');
  if (format !== FORMAT || !keyId || iv64 === undefined || data64 === undefined || rest.length > 0) return null;
  const [iv, data] = [Buffer.from(iv64, 'base64url'), Buffer.from(data64, 'base64url')];
  return iv.length === IV_BYTES && data.length >= TAG_BYTES ? { keyId, iv, data } : null;
}
