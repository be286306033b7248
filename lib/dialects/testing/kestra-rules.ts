import { parseAllDocuments } from 'yaml';
import { parseDuration } from '@/lib/shared/duration';

const KEYS = [
  'type',
  'behavior',
  'warningOnRetry',
  'maxDuration',
  'maxAttempts',
  'maxAttempt',
  'interval',
  'maxInterval',
];
const MORE: Readonly<Record<string, readonly string[]>> = {
  constant: [],
  exponential: ['delayFactor'],
  random: ['minInterval'],
};

/** What Kestra's validation would say of the retries in a text, by its rules: strict keys, ISO durations, and their order. */
export function kestraRefusals(text: string): readonly string[] {
  const found: string[] = [];
  for (const document of parseAllDocuments(text)) visit(document.toJS());
  return found;

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (key === 'retry') found.push(...refusals(new Map(Object.entries(Object(each)))));
      visit(each);
    }
  }
}

function refusals(retry: ReadonlyMap<string, unknown>): readonly string[] {
  const type = String(retry.get('type'));
  const more = MORE[type];
  if (!more) return [`type ${type}`];
  const ms = (key: string) => {
    const said = retry.get(key);
    return typeof said === 'string' && /^P/i.test(said) ? (parseDuration(said.toUpperCase()) ?? Number.NaN) : undefined;
  };
  const first = ms(type === 'random' ? 'minInterval' : 'interval');
  const [most, whole] = [ms('maxInterval'), ms('maxDuration')];
  const count = Number(retry.get('maxAttempts') ?? retry.get('maxAttempt') ?? 1);
  const rules: Readonly<Record<string, boolean>> = {
    'unknown key': [...retry.keys()].every((key) => KEYS.includes(key) || more.includes(key)),
    'both names': !(retry.has('maxAttempts') && retry.has('maxAttempt')),
    'count from 1 on': Number.isInteger(count) && count >= 1,
    'a first pause': first !== undefined && first >= 0,
    'a longest pause': type === 'constant' ? most === undefined : most !== undefined && most > (first ?? 0),
    'a whole beyond the pauses':
      !retry.has('maxDuration') || (whole !== undefined && whole > ((type === 'random' ? most : first) ?? 0)),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${JSON.stringify([...retry])}`]));
}
