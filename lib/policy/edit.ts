import type { Json, JsonObject } from '@/lib/shared/json';
import { isJsonObject } from '@/lib/shared/json';
import { CATALOGUE, type CatalogueExtra, catalogueRow, normaliseCode } from './catalogue';
import { type Classification, classify } from './classify';
import { exhaustedUnderRetry, nestedExhausted } from './document';
import type { PolicyDocument } from './schema';
import { applySkeleton, completeRecord } from './skeleton';
import { FAILURE_CLASSES, type FailureClass } from './vocabulary';

/**
 * Edits of a policy as it is being written: JSON in canonical shape, possibly invalid. Each returns
 * a new document and leaves every key that it is not about as it was.
 */
export type Path = readonly (string | number)[];

/** The value at a path, or undefined where there is none. */
export function valueAt(document: JsonObject, path: Path): Json | undefined {
  let value: Json | undefined = document;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isJsonObject(value) && typeof key === 'string' && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** Sets a value; `undefined` removes the key (or list item), and parents that become empty with it. */
export function setAt(document: JsonObject, path: Path, value: Json | undefined): JsonObject {
  const next = place(document, path, value);
  return isJsonObject(next) ? next : {};
}

/** A classification rule as written, with its index in the list. */
export interface WrittenRule {
  readonly index: number;
  readonly code: string;
  readonly class: string;
  readonly reason: string;
  readonly action: string | null;
}

/** The rules that can be shown in the form; entries of another shape stay in the document untouched. */
export function writtenRules(document: JsonObject): WrittenRule[] {
  const list = document.classification;
  if (!Array.isArray(list)) return [];
  return list.flatMap((rule, index) => {
    if (!isJsonObject(rule) || typeof rule.code !== 'string') return [];
    const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');
    return [
      { index, code: rule.code, class: text(rule.class), reason: text(rule.reason), action: text(rule.action) || null },
    ];
  });
}

/** The rule that decides this very code: the node's own, else the one for an action when it is the only one. */
export function ruleFor(document: JsonObject, code: string | null): WrittenRule | undefined {
  const rules = writtenRules(document).filter((rule) => rule.code === code);
  return rules.find((rule) => rule.action === null) ?? (rules.length === 1 ? rules[0] : undefined);
}

/** `retryOn` as written, or undefined when the key is absent (then the catalogue decides). */
export function writtenRetryOn(document: JsonObject): string[] | undefined {
  const list = valueAt(document, ['retry', 'retryOn']);
  return Array.isArray(list) ? list.filter((code) => typeof code === 'string') : undefined;
}

/** Verdict on a code by the document as it stands now. */
export function classifyWritten(document: JsonObject, code: string | null, extra?: CatalogueExtra): Classification {
  const rules = writtenRules(document).flatMap((rule) => {
    const known = FAILURE_CLASSES.find((each) => each === rule.class);
    return known ? [{ code: rule.code, class: known, ...(rule.action ? { action: rule.action } : {}) }] : [];
  });
  return classify({ rules, retryOn: writtenRetryOn(document), extra }, code);
}

/**
 * Decides a code for the whole node, or takes the decision back (null). Where `retryOn` is written,
 * it goes on naming every code that is retried: `domain.md`, "Classification".
 */
export function decideCode(
  document: JsonObject,
  code: string,
  decision: FailureClass | null,
  extra?: CatalogueExtra,
): JsonObject {
  const own = ruleFor(document, code);
  let next = document;
  if (decision === null) next = own ? setAt(next, ['classification', own.index], undefined) : next;
  else if (own) next = setAt(next, ['classification', own.index, 'class'], decision);
  else next = setAt(next, ['classification', listLength(document.classification)], { code, class: decision });
  const listed = writtenRetryOn(next);
  if (listed === undefined) return next;
  const kept = decision === 'transient' ? listed : listed.filter((entry) => !samePattern(entry, code, extra));
  const covered = decision !== 'transient' || isNamed(kept, code);
  return setAt(next, ['retry', 'retryOn'], covered ? kept : [...kept, code]);
}

/** What is known beside a document that is being written. */
export interface WritingContext {
  readonly extra?: CatalogueExtra;
  /** Codes that are shown beside it, as the log has them. */
  readonly shown?: readonly (string | null)[];
}

/**
 * Makes `retryOn` name every transient rule of the document too, and what people added to the catalogue of the codes that
 * are shown; for when retry is switched on.
 */
export function completeRetryOn(document: JsonObject, { extra, shown = [] }: WritingContext = {}): JsonObject {
  if (!isJsonObject(document.retry)) return document;
  const open = setAt(document, ['retry', 'retryOn'], undefined);
  const list = [...(writtenRetryOn(document) ?? catalogueTransient(extra))];
  const added = shown.filter((code) => code !== null).filter((code) => isAddedTransient(open, code, extra));
  const rules = writtenRules(document).flatMap((rule) => (rule.class === 'transient' ? [rule.code] : []));
  for (const code of [...rules, ...added]) if (!isNamed(list, code)) list.push(code);
  return setAt(document, ['retry', 'retryOn'], list);
}

/** A file says everything by itself: spellings that only people's own rows explain count as not named. */
function isNamed(retryOn: readonly string[], code: string): boolean {
  return classify({ rules: [], retryOn }, code).class === 'transient';
}

/** Retried for no other reason than a row that people added. */
function isAddedTransient(document: JsonObject, code: string, extra?: CatalogueExtra): boolean {
  const { class: decided, decidedBy } = classifyWritten(document, code, extra);
  return decided === 'transient' && decidedBy === null && classifyWritten(document, code).class !== 'transient';
}

/** The brief's general skeleton on a document being written, naming its own transient codes too. */
export function putSkeleton(document: JsonObject, context: WritingContext = {}): JsonObject {
  return completeRetryOn(edited(document, applySkeleton), context);
}

/** The hand-off rule of a document being written, completed to the eight record fields. */
export function putRecord(document: JsonObject): JsonObject {
  return edited(document, completeRecord);
}

/**
 * The catalogue's transient tokens: what is retried while no `retryOn` is written. Spellings that people added are
 * named as well, since whoever runs the file does not know that they mean one of the others.
 */
export function catalogueTransient(extra?: CatalogueExtra): readonly string[] {
  const transient = (token: string) => catalogueRow(token, extra)?.class === 'transient';
  const names = [
    ...CATALOGUE.map(({ token }) => token),
    ...(extra?.rows ?? []).map(({ token }) => token),
    ...(extra?.aliases ?? []).flatMap(({ from, token }) => (transient(token) ? [from] : [])),
  ];
  return [...new Set(names)].filter((name) => transient(normaliseCode(name, extra)));
}

/**
 * Runs an edit that expects well-formed `retry` and `onExhausted`; a malformed one gives way to it. A rule for the hand-off
 * that stands under `retry` stays there.
 */
function edited(document: JsonObject, edit: (document: PolicyDocument) => PolicyDocument): JsonObject {
  if (exhaustedUnderRetry(document)) {
    const lifted = setAt(
      setAt(document, ['retry', 'onExhausted'], undefined),
      ['onExhausted'],
      nestedExhausted(document),
    );
    const { onExhausted, ...rest } = edited(lifted, edit);
    return setAt(rest, ['retry', 'onExhausted'], onExhausted);
  }
  const { retry, onExhausted, ...rest } = document;
  const record = isJsonObject(onExhausted) ? onExhausted.record : undefined;
  const sound = record === undefined || (Array.isArray(record) && record.every((field) => typeof field === 'string'));
  const input = {
    ...rest,
    ...(isJsonObject(retry) ? { retry } : {}),
    ...(isJsonObject(onExhausted) ? { onExhausted: sound ? onExhausted : { ...onExhausted, record: [] } } : {}),
  };
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: only the two keys checked above are read; the rest passes through
  const result: JsonObject = JSON.parse(JSON.stringify(edit(input as PolicyDocument)));
  return result;
}

function samePattern(a: string, b: string, extra?: CatalogueExtra): boolean {
  return a === b || normaliseCode(a, extra) === normaliseCode(b, extra);
}

function listLength(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}

function place(current: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(current) ? [...current] : [];
    const item = place(list[key], rest, value);
    if (item === undefined) list.splice(key, 1);
    else list[key] = item;
    return list.length === 0 && value === undefined ? undefined : list;
  }
  const object: Record<string, Json | undefined> = isJsonObject(current) ? { ...current } : {};
  const item = place(Object.hasOwn(object, key) ? object[key] : undefined, rest, value);
  if (item === undefined) delete object[key];
  else Object.defineProperty(object, key, { value: item, enumerable: true, configurable: true, writable: true });
  return Object.keys(object).length === 0 && value === undefined ? undefined : object;
}
