import type { Json } from '@/lib/shared/json';

/** Stands where a secret stood. */
export const REDACTED = '[redacted]';

/** Characters of one text that an entry keeps. */
export const MAX_TEXT = 4_000;

/** A text that was too long to keep: how it begins, and how long it was. */
export type CutText = { readonly beginning: string; readonly characters: number };

/** Parts of a key's name, in lower case and without signs between words, that say that a secret follows. */
const SECRET_KEY =
  /password|passwd|passphrase|secret|token|authorization|cookie|apikey|accesskey|privatekey|credential|bearer|signature/;

/**
 * Secrets within a text: a password or a parameter of an address, and what follows a scheme of authorization.
 * Repetitions are bounded: a text from outside may be made to be slow.
 */
const SECRET_TEXT: readonly RegExp[] = [
  /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#:@]{0,300}:)[^\s/?#@]{1,1000}(?=@)/gi,
  /([?&;][^\s=&?#;]{0,60}(?:password|passwd|secret|token|api[-_]?key|signature)[^\s=&?#]{0,60}=)[^\s&#"']+/gi,
  /\b((?:bearer|basic)\s{1,20})(?=\S{0,300}\d)[a-z0-9._~+/=-]{8,}/gi,
];

/**
 * A value as an audit entry may hold it: whatever stands under a key that names a secret is masked, at any
 * depth, as are secrets within texts; a text beyond `MAX_TEXT` becomes its beginning with its length.
 */
export function redacted(value: Json): Json {
  if (typeof value === 'string') return shortened(withoutSecrets(value));
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(redacted);
  const entries = Object.entries(value).flatMap(([key, each]): [string, Json][] => {
    if (each === undefined) return [];
    return [[key, namesSecret(key) && each !== null ? REDACTED : redacted(each)]];
  });
  return Object.fromEntries(entries);
}

/** A text of which an entry keeps at most so many characters; never cut within one. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** A text with the secrets masked that stand within it: in addresses, and after a scheme of authorization. */
export function withoutSecrets(text: string): string {
  return SECRET_TEXT.reduce((rest, pattern) => rest.replace(pattern, `$1${REDACTED}`), text);
}

function namesSecret(key: string): boolean {
  return SECRET_KEY.test(key.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

function shortened(text: string): string | CutText {
  if (text.length <= MAX_TEXT) return text;
  return { beginning: cutText(text, MAX_TEXT), characters: text.length };
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
