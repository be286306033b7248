const CHUNK = 0x8000;
const MB = 1024 * 1024;

/** Base64 of bytes; in pieces, since a call takes only so many arguments. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += CHUNK) binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(binary);
}

/** Bytes of base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The text for looking at; what is not UTF-8 becomes a replacement character. The server judges the bytes. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Bytes as people read them: a number with at most one decimal, and its unit. */
export function readableSize(bytes: number): { size: number; unit: 'bytes' | 'kb' | 'mb' } {
  if (bytes < 1024) return { size: bytes, unit: 'bytes' };
  if (bytes < MB) return { size: tenths(bytes / 1024), unit: 'kb' };
  return { size: tenths(bytes / MB), unit: 'mb' };
}

/** Megabytes, rounded up so that what is over a limit never looks equal to it. */
export function megabytes(bytes: number): number {
  return Math.ceil((bytes / MB) * 10) / 10;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
