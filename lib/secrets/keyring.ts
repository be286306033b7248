import { err, ok, type Result } from '@/lib/shared/result';

/** A key of 32 bytes with the name that sealed texts know it by. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The keys of a deployment: the first one seals, every one opens. */
export type Keyring = readonly [SecretKey, ...SecretKey[]];

/** What is wrong with a list of keys. `position` counts from 1; no value of a key is ever in it. */
export type KeyringFault =
  | { readonly reason: 'no_keys' }
  | { readonly reason: 'no_id' | 'bad_id' | 'not_base64'; readonly position: number }
  | { readonly reason: 'wrong_length'; readonly position: number; readonly bytes: number }
  | { readonly reason: 'id_twice'; readonly position: number; readonly id: string };

export const KEY_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{1,32}$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Reads `id:base64-of-32-bytes[,id:base64-of-32-bytes…]`, the key that seals first. Space around
 * entries is ignored, and base64 may be the URL-safe one. Refuses with the first thing that is wrong.
 */
export function parseKeyring(text: string): Result<Keyring, KeyringFault> {
  const keys: SecretKey[] = [];
  for (const [index, entry] of entriesOf(text).entries()) {
    const key = parseKey(entry, index + 1);
    if (!key.ok) return key;
    const { id } = key.value;
    if (keys.some((each) => each.id === id)) return err({ reason: 'id_twice', position: index + 1, id });
    keys.push(key.value);
  }
  const [first, ...older] = keys;
  return first ? ok([first, ...older]) : err({ reason: 'no_keys' });
}

/** A key as it stands in the list. Throws when it could not be read back. */
export function formatKey({ id, bytes }: SecretKey): string {
  if (!ID.test(id) || bytes.length !== KEY_BYTES) throw new Error('not a key: its id or its length is wrong');
  return `${id}:${Buffer.from(bytes).toString('base64')}`;
}

/** Commas part the keys, and so do line ends: the file in the data folder has one key a line, and comments. */
function entriesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => line.split(','))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function parseKey(entry: string, position: number): Result<SecretKey, KeyringFault> {
  const colon = entry.indexOf(':');
  if (colon === -1) return err({ reason: 'no_id', position });
  const id = entry.slice(0, colon).trim();
  const value = entry.slice(colon + 1).trim();
  if (!ID.test(id)) return err({ reason: 'bad_id', position });
  if (!BASE64.test(value)) return err({ reason: 'not_base64', position });
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== KEY_BYTES) return err({ reason: 'wrong_length', position, bytes: bytes.length });
  return ok({ id, bytes });
}
