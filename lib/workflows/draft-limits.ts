import { createPlacer } from '@/lib/dialects/source/place';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { Json, JsonObject } from '@/lib/shared/json';
import { nextUnstorable } from '@/lib/shared/storable';

/** The longest node text, and the longest document as JSON, that a draft keeps; UTF-16 units. */
export const MAX_DRAFT_CHARACTERS = 262_144;

/** After so many findings the rest is noise. */
const MAX_FINDINGS = 10;

type Path = readonly (string | number)[];

/**
 * What keeps an entry from being kept at all, be it a draft or a publication: what is too long, and
 * characters that the database does not know. Findings about the text have places, those about the
 * document paths. `text` null = there is none of its own.
 */
export function unkeepable({
  document,
  text,
}: {
  readonly document: JsonObject;
  readonly text: string | null;
}): readonly Diagnostic[] {
  return [...inText(text ?? ''), ...inDocument(document)];
}

function inText(text: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const place = createPlacer(text);
  for (let at = nextUnstorable(text, 0); at !== -1 && found.length < MAX_FINDINGS; at = nextUnstorable(text, at + 1))
    found.push({ code: 'text_unstorable', severity: 'error', place: place(at, at + 1) });
  if (text.length <= MAX_DRAFT_CHARACTERS) return found;
  return [...found, { ...tooLarge(), place: place(MAX_DRAFT_CHARACTERS, text.length) }];
}

function inDocument(document: JsonObject): readonly Diagnostic[] {
  const texts = textsIn(document, []);
  const found = texts
    .filter(({ text }) => nextUnstorable(text, 0) !== -1)
    .slice(0, MAX_FINDINGS)
    .map(({ path }): Diagnostic => ({ code: 'text_unstorable', severity: 'error', path }));
  if (JSON.stringify(document).length <= MAX_DRAFT_CHARACTERS) return found;
  const [longest] = texts.toSorted((a, b) => b.text.length - a.text.length);
  return [...found, { ...tooLarge(), path: longest?.path ?? [] }];
}

function tooLarge(): Diagnostic {
  return { code: 'draft_too_large', severity: 'error', values: { limit: MAX_DRAFT_CHARACTERS } };
}

/** Every text of a document with its path; a key counts as a text at its own path. */
function textsIn(value: Json | undefined, path: Path): readonly { readonly path: Path; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (isList(value)) return value.flatMap((each, index) => textsIn(each, [...path, index]));
  return Object.entries(value).flatMap(([key, each]) => [
    { path: [...path, key], text: key },
    ...textsIn(each, [...path, key]),
  ]);
}

function isList(value: JsonObject | readonly Json[]): value is readonly Json[] {
  return Array.isArray(value);
}
