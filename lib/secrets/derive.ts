import { hkdfSync } from 'node:crypto';
import { KEY_BYTES, type Keyring } from './keyring';

/**
 * A secret of its own for each purpose (HKDF-SHA256, RFC 5869), from the first key, as base64url of 32 bytes.
 * It changes when the first key does: what was signed with it before counts no more.
 */
export function derive([key]: Keyring, purpose: string): string {
  const bytes = hkdfSync('sha256', key.bytes, new Uint8Array(), `failpath/${purpose}`, KEY_BYTES);
  return Buffer.from(bytes).toString('base64url');
}
