import {
  CATALOGUE,
  type CatalogueExtra,
  catalogueRow,
  catalogueSays,
  httpPattern,
  normaliseCode,
  recogniseCode,
} from '@/lib/policy/catalogue';
import type { FailureClass } from '@/lib/policy/vocabulary';

/** What rules of other nodes say of the same code, normalised: names of the nodes, by class. */
export type Colleagues = Readonly<Record<FailureClass, readonly string[]>>;

/** A class that might fit, and whose word it is. What followed a retry never makes one. */
export type CodeSuggestion =
  /** The catalogue knows the code under another spelling; `source` says why it is of that class. */
  | { readonly from: 'catalogue'; readonly class: FailureClass; readonly token: string; readonly source: string }
  /** Rules of other nodes; class null = they are divided, as many say one as the other. */
  | { readonly from: 'colleagues'; readonly class: FailureClass | null; readonly colleagues: Colleagues }
  /**
   * Weak: only a part of the code, or its HTTP class, is in the catalogue; `via` names what is alike, `token` is the row of
   * the catalogue that it is like.
   */
  | {
      readonly from: 'similar';
      readonly class: FailureClass;
      readonly via: 'words' | 'http_class';
      readonly token: string;
      readonly part: string;
      readonly source: string;
    };

/**
 * The best suggestion for a raw code: the catalogue's row, else what colleagues decided on other nodes, else a code that
 * is alike; null = nobody knows anything.
 */
export function suggestClass(code: string, colleagues: Colleagues, extra?: CatalogueExtra): CodeSuggestion | null {
  const said = catalogueSays(code, extra);
  if (said !== null) return { from: 'catalogue', class: said.class, token: said.token, source: said.source };
  if (colleagues.transient.length + colleagues.terminal.length > 0)
    return { from: 'colleagues', class: majorityOf(colleagues), colleagues };
  return similarTo(code, extra);
}

function majorityOf({ transient, terminal }: Colleagues): FailureClass | null {
  if (transient.length === terminal.length) return null;
  return transient.length > terminal.length ? 'transient' : 'terminal';
}

/** RFC 9110: a 4xx that is not listed is treated as 400 by whoever does not know it. */
const CLIENT_ERROR = { token: 'http_400', source: 'RFC 9110 §15' } as const;

function similarTo(code: string, extra: CatalogueExtra | undefined): CodeSuggestion | null {
  const token = normaliseCode(code, extra);
  if (httpPattern(token) === 'http_4xx')
    return {
      ...{ from: 'similar', via: 'http_class', class: classOf(CLIENT_ERROR.token), part: token },
      ...CLIENT_ERROR,
    };
  const [first, ...others] = partsOf(wordsOf(code), extra);
  // Parts that contradict each other say nothing.
  if (first === undefined || others.some((each) => each.class !== first.class)) return null;
  return { from: 'similar', via: 'words', ...first };
}

function classOf(token: string): FailureClass {
  return CATALOGUE.find((row) => row.token === token)?.class ?? 'terminal';
}

/** `PaymentTimeoutException` and `psp-timeout` as words; a number is one only where it can be an HTTP status. */
function wordsOf(code: string): string[] {
  return code
    .slice(0, MAX_LENGTH)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && (!/^\d+$/.test(word) || /^[45]\d\d$/.test(word)))
    .map((word) => word.toLowerCase());
}

/** Longer ones are messages, not codes. */
const MAX_LENGTH = 200;

/** What of the words the catalogue knows, from left to right, each time as much as it knows together. */
function partsOf(words: readonly string[], extra: CatalogueExtra | undefined) {
  const found: { part: string; token: string; class: FailureClass; source: string }[] = [];
  for (let from = 0; from < words.length; from++)
    for (let to = words.length; to > from; to--) {
      const part = words.slice(from, to).join('_');
      const token = recogniseCode(part, extra)?.token;
      const row = token === undefined ? null : catalogueRow(token, extra);
      if (token === undefined || row === null) continue;
      found.push({ part, token, class: row.class, source: row.source });
      from = to - 1;
      break;
    }
  return found;
}
