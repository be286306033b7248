import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/clock';

/**
 * Something to be said, without words: a key below `policy` in the message files and what fills
 * its placeholders. A placeholder may hold a phrase itself, or a list, joined as the language
 * joins. Durations are phrases too (`durationPhrase`), never bare milliseconds.
 */
export interface Phrase {
  readonly key: string;
  readonly values?: Readonly<Record<string, PhraseValue>>;
}

export type PhraseValue = string | number | Phrase | PhraseList;

export interface PhraseList {
  readonly join: 'and' | 'or';
  readonly list: readonly (string | Phrase)[];
}

/** The text of a key below `policy`, as a translator of one language gives it. */
export type Say = (key: string, values: Record<string, string | number>) => string;

/** A phrase in words. The edge gives the language: `say` looks keys up in the `policy` messages. */
export function renderPhrase(say: Say, phrase: Phrase): string {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(phrase.values ?? {})) values[name] = render(say, value);
  return say(phrase.key, values);
}

/**
 * A length of time in words, split into units: below two minutes in seconds (75 seconds), above
 * in the largest units, at most two of them.
 */
export function durationPhrase(ms: number, style: 'long' | 'short' = 'long'): Phrase {
  if (ms > 0 && ms < SECOND_MS) return unitPhrase('ms', Math.round(ms), style);
  if (ms < 2 * MINUTE_MS) return unitPhrase('s', Math.round(ms / 100) / 10, style);
  const parts: Phrase[] = [];
  let rest = Math.round(ms / SECOND_MS) * SECOND_MS;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(unitPhrase(unit, count, style));
  }
  const [first, second] = parts;
  if (first === undefined || second === undefined) return first ?? unitPhrase('s', 0, style);
  return { key: 'duration.pair', values: { first, second } };
}

const UNITS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
] as const;

function unitPhrase(unit: string, count: number, style: 'long' | 'short'): Phrase {
  return { key: `duration.${style}.${unit}`, values: { count } };
}

function render(say: Say, value: PhraseValue): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if ('key' in value) return renderPhrase(say, value);
  const texts = value.list.map((each) => (typeof each === 'string' ? each : renderPhrase(say, each)));
  const last = texts.pop() ?? '';
  if (texts.length === 0) return last;
  const head = texts.reduce((joined, text) => say('list.comma', { first: joined, second: text }));
  return say(`list.${value.join}`, { first: head, second: last });
}
