import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { createPlacer } from './source/place';

/** A definition larger than this is refused unread: 5 MB. */
export const MAX_DEFINITION_BYTES = 5 * 1024 * 1024;

/**
 * Turns a file's bytes into text. A UTF-8 byte order mark stays in the text, so that it is written
 * back. Refuses what is too large or not UTF-8 (with the place of the first bad byte), and NUL.
 */
export function decodeDefinition(
  bytes: Uint8Array,
  maxBytes: number = MAX_DEFINITION_BYTES,
): Result<string, readonly Diagnostic[]> {
  if (bytes.length > maxBytes) return err([tooLarge(bytes.length, maxBytes)]);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const found = checkText(text);
    return found.length > 0 ? err(found) : ok(text);
  } catch {
    return err([notUtf8(bytes)]);
  }
}

/** What makes a text unreadable before any parser sees it: size, NUL characters. */
export function checkText(text: string): readonly Diagnostic[] {
  if (text.length > MAX_DEFINITION_BYTES) return [tooLarge(text.length, MAX_DEFINITION_BYTES)];
  const nul = text.indexOf('\0');
  if (nul === -1) return [];
  return [{ code: 'nul_character', severity: 'error', place: createPlacer(text)(nul, nul + 1) }];
}

function tooLarge(size: number, limit: number): Diagnostic {
  const megabytes = (n: number) => Math.ceil((n / (1024 * 1024)) * 10) / 10;
  return {
    code: 'file_too_large',
    severity: 'error',
    values: { size: megabytes(size), limit: megabytes(limit) },
  };
}

function notUtf8(bytes: Uint8Array): Diagnostic {
  const offset = firstBadByte(bytes);
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, offset));
  return {
    code: 'not_utf8',
    severity: 'error',
    values: {
      byte: `0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`,
      likely: likelyEncoding(bytes),
    },
    place: createPlacer(`${before}?`)(before.length, before.length + 1),
  };
}

/** Halves the range: a prefix that decodes (its last character perhaps unfinished) has no bad byte. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodesSoFar(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  // The byte that breaks a sequence ends the range; report where that sequence begins.
  let start = good;
  while (start > 0 && !decodes(bytes.subarray(0, start))) start--;
  return start;
}

function decodesSoFar(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A guess that only chooses the words of the remedy: `utf16`, `gbk` or `unknown`. */
function likelyEncoding(bytes: Uint8Array): 'utf16' | 'gbk' | 'unknown' {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'utf16';
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    return 'gbk';
  } catch {
    return 'unknown';
  }
}
