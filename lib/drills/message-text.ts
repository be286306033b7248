import { isJsonObject, type JsonObject, parseJson } from '@/lib/shared/json';

/** Keys below which the makers of chats, tickets and mail put what a person reads. */
const SAID: ReadonlySet<string> = new Set([
  ...['subject', 'summary', 'title', 'text', 'content', 'value', 'markdown', 'description'],
]);

/**
 * What a message says, as lines of plain text, whatever shape its channel gives it. The link by which a recipient
 * confirms it is cut: who only looks at a drill has not received anything.
 */
export function messageText(body: string): string {
  const value = parseJson(body);
  const lines = isJsonObject(value) ? linesOf(value) : [body];
  return lines.join('\n').replace(/(\/confirm\/)[A-Za-z0-9_-]{43}/g, '$1…');
}

function linesOf(value: JsonObject): string[] {
  // A mail is kept with both of its parts, which say the same.
  if (typeof value.subject === 'string' && typeof value.text === 'string') return [value.subject, '', value.text];
  const said = saidIn(value);
  return said.length > 0 ? said : named(value, '');
}

/** Texts for people, in their order; one that is repeated at once is said once. */
function saidIn(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.flatMap(saidIn) : saidBelow(isJsonObject(value) ? value : {});
  return texts.filter((text, index) => text !== texts[index - 1]);
}

function saidBelow(object: JsonObject): string[] {
  return Object.entries(object).flatMap(([key, each]) => {
    if (typeof each !== 'string') return saidIn(each);
    return SAID.has(key) ? [each] : [];
  });
}

/** A message for programs: each value under its name. */
function named(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => named(each, name));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, each]) => named(each, name === '' ? key : `${name}.${key}`));
  return [`${name}: ${value === null ? '–' : String(value)}`];
}
