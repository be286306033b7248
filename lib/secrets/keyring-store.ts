import { readEnvironment } from '@/lib/env';
import { type Keyring, type KeyringFault, parseKeyring } from './keyring';

/** Thrown when there are no keys, or they cannot be read; says what to do and never what a key is. */
export class SecretKeysError extends Error {
  override readonly name = 'SecretKeysError';
}

const EXPECTED = 'id:base64-of-32-bytes, several parted by commas, the one that encrypts first';
const REMEDY = '"npm run secret:new" prints a new key.';

/** The keys of this process, from `FAILPATH_SECRET_KEYS`; the start script sets it. Throws SecretKeysError. */
export function currentKeyring(): Keyring {
  const { FAILPATH_SECRET_KEYS: text } = readEnvironment();
  if (text === undefined) throw new SecretKeysError(`FAILPATH_SECRET_KEYS is not set (${EXPECTED}). ${REMEDY}`);
  return demandKeyring(text, 'FAILPATH_SECRET_KEYS');
}

/** Reads keys that came from `where` (a variable, a file). Throws SecretKeysError. */
export function demandKeyring(text: string, where: string): Keyring {
  const parsed = parseKeyring(text);
  if (parsed.ok) return parsed.value;
  throw new SecretKeysError(`${where}: ${words(parsed.error)} Expected: ${EXPECTED}. ${REMEDY}`);
}

function words(fault: KeyringFault): string {
  switch (fault.reason) {
    case 'no_keys':
      return 'there is no key in it.';
    case 'no_id':
      return `key ${fault.position} has no id before a colon.`;
    case 'bad_id':
      return `the id of key ${fault.position} may have only letters, digits, "-" and "_", at most 32.`;
    case 'not_base64':
      return `key ${fault.position} is not base64.`;
    case 'wrong_length':
      return `key ${fault.position} has ${fault.bytes} bytes and must have 32.`;
    case 'id_twice':
      return `key ${fault.position} has the id "${fault.id}" of a key before it.`;
  }
}
