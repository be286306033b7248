/** How a string is quoted in YAML when it needs quotes. */
export type Quote = 'single' | 'double';

const PLAIN_LETTER_FIRST = /^[\p{L}_/](?:[\p{L}\p{N}_./@*+$%=()-]|'(?=\S)|:(?=[^\s:])|,(?=.)| (?=[^\s#:]))*$/u;
const PLAIN_IN_FLOW = /^[\p{L}_/](?:[\p{L}\p{N}_./@*+$%=()-]| (?=[^\s#:]))*$/u;
/** Durations are the one kind of text that may begin with a digit unquoted: `5s`, `1m30s`. */
const PLAIN_DURATION = /^(?:\d+(?:ms|s|m|h|d))+$/;
/** A name that a workflow engine looks up when it runs: `${http.default_retry}`. */
const PLAIN_EXPRESSION = /^\$\{[\w.]+\}$/;
/** What YAML 1.1 or 1.2 takes for a boolean or null. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|undefined)$/i;

/**
 * Writes a string so that YAML 1.1 and 1.2 both read this very string. Plain only where it is
 * beyond doubt; `preferred` is the quote that the text around uses.
 */
export function yamlString(value: string, options: { readonly flow: boolean; readonly preferred?: Quote }): string {
  const plain = options.flow ? PLAIN_IN_FLOW : PLAIN_LETTER_FIRST;
  if ((plain.test(value) && !RESERVED.test(value)) || PLAIN_DURATION.test(value)) return value;
  if (!options.flow && PLAIN_EXPRESSION.test(value)) return value;
  return quoted(value, options.preferred ?? 'double');
}

/** A quoted string; single quotes only where nothing needs an escape. */
export function quoted(value: string, quote: Quote): string {
  if (quote === 'single' && /^[\x20-\x7e\p{L}\p{N}]*$/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** True when a plain scalar means something else to a YAML 1.1 reader than the string that YAML 1.2 reads. */
export function isAmbiguous(plain: string): boolean {
  return (
    RESERVED.test(plain) ||
    /^[-+]?(?:0[0-7_]+|0b[01_]+|0x[\da-f_]+|\d[\d_]*)$/i.test(plain) ||
    /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?$/.test(plain) ||
    /^(?=\D*\d)[-+]?(?:\d[\d_]*)?\.?[\d_]+(?:e[-+]?\d+)?$/i.test(plain) ||
    /^\d{4}-\d\d?-\d\d?(?:[Tt\s].*)?$/.test(plain)
  );
}
