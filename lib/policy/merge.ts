import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { diffDocuments } from './diff';
import { sameJson } from './document';
import { type Path, setAt, valueAt } from './edit';

/** Lists whose items have a name of their own: merged item by item, whatever their place. */
const KEYED: readonly { readonly path: Path; readonly key: (item: Json) => string }[] = [
  { path: ['classification'], key: (item) => nameOf(item, ['code', 'action']) },
  { path: ['actions'], key: (item) => nameOf(item, ['id']) },
  { path: ['retry', 'retryOn'], key: (item) => JSON.stringify(item) },
  { path: ['alert', 'thresholds'], key: (item) => nameOf(item, ['code']) },
];

/**
 * Three-way merge of a policy: mine, and whatever they changed since `base` that I did not change.
 * Where both changed the same entry, mine stays; the caller shows both before.
 */
export function mergeDocuments(base: JsonObject, mine: JsonObject, theirs: JsonObject): JsonObject {
  const changedByMe = diffDocuments(base, mine).map((each) => each.path);
  const changedByThem = diffDocuments(base, theirs)
    .map((each) => each.path)
    .filter((path) => !KEYED.some((list) => startsWith(path, list.path)))
    .filter((path) => !changedByMe.some((own) => startsWith(own, path) || startsWith(path, own)));
  const plain = changedByThem.reduce((merged, path) => setAt(merged, path, valueAt(theirs, path)), mine);
  return KEYED.reduce((merged, { path, key }) => {
    const list = mergeLists(valueAt(base, path), valueAt(mine, path), valueAt(theirs, path), key);
    return sameJson(list, valueAt(merged, path)) ? merged : setAt(merged, path, list);
  }, plain);
}

function mergeLists(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  key: (item: Json) => string,
): Json | undefined {
  if (sameJson(base, theirs)) return mine;
  if (sameJson(base, mine)) return theirs;
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return mine;
  const before = byKey(Array.isArray(base) ? base : [], key);
  const [own, other] = [byKey(mine, key), byKey(theirs, key)];
  const kept = mine.flatMap((item) => {
    const name = key(item);
    const old = before.get(name);
    const untouched = old !== undefined && sameJson(old, item);
    if (!untouched) return [item];
    const now = other.get(name);
    return now === undefined ? [] : [now];
  });
  const added = theirs.filter((item) => !own.has(key(item)) && !before.has(key(item)));
  return [...kept, ...added];
}

function byKey(list: readonly Json[], key: (item: Json) => string): Map<string, Json> {
  return new Map(list.map((item) => [key(item), item]));
}

function nameOf(item: Json, keys: readonly string[]): string {
  return JSON.stringify(isJsonObject(item) ? keys.map((key) => item[key] ?? null) : item);
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((key, index) => path[index] === key);
}
