import { POLICY_SHAPE } from '@/lib/dialects/policy-shape';
import { type Shape, sameValue } from '@/lib/dialects/source/shape';
import { policyPart, sameJson } from '@/lib/policy/document';
import { type Path, setAt, valueAt } from '@/lib/policy/edit';
import type { PolicyKey } from '@/lib/policy/vocabulary';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';

/** What stands here, and what the brought file says. */
export const SIDES = ['ours', 'theirs'] as const;
export type Side = (typeof SIDES)[number];

/** What a node says about its failures: the policy as written, and retry blocks that its engine keeps for itself. */
export interface NodeSays {
  readonly policy: JsonObject;
  readonly engineRetry: readonly JsonObject[];
}

export interface MergedNode {
  readonly says: NodeSays;
  /** Policy keys in which only we changed something, in which only they did, and in which both did, differently. */
  readonly kept: readonly PolicyKey[];
  readonly taken: readonly PolicyKey[];
  readonly conflicts: readonly PolicyKey[];
  /** Of all three, only what is in conflict. */
  readonly disputed: { readonly base: JsonObject; readonly ours: JsonObject; readonly theirs: JsonObject };
}

/**
 * Three-way merge of what a node says: what only one side changed since `base` is that side's, what both changed
 * differently is a conflict and goes to `side`. Lists are merged by their entries' names; the schedule of a retry is
 * one thing, since half of one and half of another is a third that nobody has written.
 */
export function mergeSays(base: NodeSays, ours: NodeSays, theirs: NodeSays, side: Side): MergedNode {
  const docs = { base: docOf(base), ours: docOf(ours), theirs: docOf(theirs) };
  const kept = new Set<PolicyKey>();
  const taken = new Set<PolicyKey>();
  const conflicts = new Set<PolicyKey>();
  const disputed = { base: {}, ours: {}, theirs: {} };
  let merged = docs.theirs;
  for (const part of partsOf(docs)) {
    const found = mergePart(part, docs, side);
    if (found.kept) kept.add(part.key);
    if (found.taken) taken.add(part.key);
    if (found.changed) merged = part.put(merged, found.value);
    if (!found.disputed) continue;
    conflicts.add(part.key);
    for (const each of ['base', 'ours', 'theirs'] as const)
      disputed[each] = part.put(disputed[each], found.disputed[each]);
  }
  return { says: saysOf(merged), kept: [...kept], taken: [...taken], conflicts: [...conflicts], disputed };
}

/** Equal in all that Failpath owns, however durations are spelled. */
export function sameSays(a: NodeSays, b: NodeSays): boolean {
  const docs = { base: docOf(a), ours: docOf(a), theirs: docOf(b) };
  return partsOf(docs).every((part) => part.same(part.get(docs.ours), part.get(docs.theirs)));
}

/** The policy as a document, with the engine's own blocks under a key of their own. */
type Doc = JsonObject;
interface Docs {
  readonly base: Doc;
  readonly ours: Doc;
  readonly theirs: Doc;
}
const ENGINE = 'engineRetry';

/** `onExhausted` found under `retry` counts as standing beside it: the writer knows where it stood. */
function docOf({ policy, engineRetry }: NodeSays): Doc {
  const own = policyPart(policy);
  const nested = valueAt(own, ['retry', 'onExhausted']);
  const hoisted = nested === undefined ? own : setAt(own, ['retry', 'onExhausted'], undefined);
  const withExhausted = { ...defined('onExhausted', nested), ...hoisted };
  return engineRetry.length === 0 ? withExhausted : { ...withExhausted, [ENGINE]: [...engineRetry] };
}

function saysOf({ [ENGINE]: blocks, ...policy }: Doc): NodeSays {
  return { policy, engineRetry: Array.isArray(blocks) ? blocks.filter(isJsonObject) : [] };
}

/** A part of a policy that is decided for itself. */
interface Part {
  readonly key: PolicyKey;
  readonly get: (doc: Doc) => Json | undefined;
  readonly put: (doc: Doc, value: Json | undefined) => Doc;
  readonly same: (a: Json | undefined, b: Json | undefined) => boolean;
  /** The name of a list's entry; absent where the part is one thing. */
  readonly nameOf?: (entry: Json) => string;
  readonly sameEntry?: (a: Json | undefined, b: Json | undefined) => boolean;
}

function partsOf(docs: Docs): readonly Part[] {
  return [
    value('owner', ['owner']),
    list('actions', ['actions'], POLICY_SHAPE.actions),
    list('classification', ['classification'], POLICY_SHAPE.classification),
    ...retryParts(docs),
    value('onExhausted', ['onExhausted'], POLICY_SHAPE.onExhausted),
    ...alertParts(docs),
  ];
}

function retryParts(docs: Docs): readonly Part[] {
  const all = [docs.base, docs.ours, docs.theirs];
  const whole =
    !all.every(({ retry }) => isJsonObject(retry)) || !all.every((doc) => sameJson(doc[ENGINE], docs.base[ENGINE]));
  if (whole) return [WHOLE_RETRY];
  const lists = all.map((doc) => valueAt(doc, ['retry', 'retryOn']));
  // With a list the codes are closed, without one the catalogue decides: that is more than one entry.
  const listed = lists.every((each) => Array.isArray(each));
  return [
    SCHEDULE,
    listed ? list('retry', ['retry', 'retryOn'], {}) : value('retry', ['retry', 'retryOn']),
    value('retry', ['retry', 'waiver']),
  ];
}

function alertParts(docs: Docs): readonly Part[] {
  const objects = [docs.base, docs.ours, docs.theirs].every(({ alert }) => alert === undefined || isJsonObject(alert));
  if (!objects) return [value('alert', ['alert'], POLICY_SHAPE.alert)];
  const { keys } = POLICY_SHAPE.alert;
  return [
    value('alert', ['alert', 'silence'], keys?.silence),
    list('alert', ['alert', 'thresholds'], keys?.thresholds ?? {}),
  ];
}

/** A retry that came or went, or one beside which the engine keeps its own: with those it is one thing. */
const WHOLE_RETRY: Part = {
  key: 'retry',
  get: ({ retry, [ENGINE]: engine }) =>
    retry === undefined && engine === undefined
      ? undefined
      : { ...defined('retry', retry), ...defined(ENGINE, engine) },
  put: ({ retry: _, [ENGINE]: __, ...rest }, both) => (isJsonObject(both) ? { ...rest, ...both } : rest),
  same: (a, b) => {
    const [one, other] = [a, b].map((each) => (isJsonObject(each) ? each : {}));
    return same(POLICY_SHAPE.retry)(one?.retry, other?.retry) && sameJson(one?.[ENGINE], other?.[ENGINE]);
  },
};

/** How often and when a retry is made. */
const SCHEDULE: Part = {
  key: 'retry',
  get: ({ retry }) => {
    if (!isJsonObject(retry)) return retry;
    const { retryOn: _, waiver: __, ...schedule } = retry;
    return schedule;
  },
  put: (doc, schedule) => {
    if (!isJsonObject(schedule)) return doc;
    const { retryOn, waiver } = isJsonObject(doc.retry) ? doc.retry : {};
    return { ...doc, retry: { ...schedule, ...defined('retryOn', retryOn), ...defined('waiver', waiver) } };
  },
  same: same(POLICY_SHAPE.retry),
};

function value(key: PolicyKey, path: Path, shape: Shape = {}): Part {
  return {
    key,
    get: (doc) => valueAt(doc, path),
    put: (doc, next) => setAt(doc, path, next),
    same: same(shape),
  };
}

function list(key: PolicyKey, path: Path, shape: Shape): Part {
  const { identity, item } = shape;
  return {
    ...value(key, path, shape),
    nameOf: (entry) =>
      JSON.stringify(identity && isJsonObject(entry) ? identity.map((each) => entry[each] ?? null) : entry),
    sameEntry: same(item ?? {}),
  };
}

function same(shape: Shape) {
  return (a: Json | undefined, b: Json | undefined) => sameValue(a, b, shape) && sameValue(b, a, shape);
}

function defined(key: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}

interface MergedPart {
  readonly value: Json | undefined;
  /** `value` is not what they say. */
  readonly changed: boolean;
  readonly kept: boolean;
  readonly taken: boolean;
  readonly disputed: Record<keyof Docs, Json | undefined> | null;
}

function mergePart(part: Part, docs: Docs, side: Side): MergedPart {
  const values = { base: part.get(docs.base), ours: part.get(docs.ours), theirs: part.get(docs.theirs) };
  const { base, ours, theirs } = values;
  const theirsHolds = { value: theirs, changed: false, kept: false, taken: false, disputed: null };
  if (part.same(ours, theirs)) return theirsHolds;
  if (part.same(base, ours)) return { ...theirsHolds, taken: true };
  if (part.same(base, theirs)) return { ...theirsHolds, value: ours, changed: true, kept: true };
  const merged = mergeLists(part, values, side);
  if (merged) return merged;
  return { ...theirsHolds, value: values[side], changed: side === 'ours', disputed: values };
}

/** Lists of entries with names, entry by entry, in their order; null where they are no such lists. */
function mergeLists(
  { nameOf, sameEntry }: Part,
  lists: MergedPart['disputed'] & object,
  side: Side,
): MergedPart | null {
  if (!nameOf || !sameEntry) return null;
  const [base, ours, theirs] = [lists.base, lists.ours, lists.theirs].map((each) => byName(each, nameOf));
  if (!base || !ours || !theirs) return null;
  const decided = [...new Set([...theirs.keys(), ...ours.keys()])].map((name) => {
    const entry = { base: base.get(name), ours: ours.get(name), theirs: theirs.get(name) };
    if (sameEntry(entry.ours, entry.theirs)) return { ...entry, value: entry.theirs, by: null };
    if (sameEntry(entry.base, entry.ours)) return { ...entry, value: entry.theirs, by: 'theirs' as const };
    if (sameEntry(entry.base, entry.theirs)) return { ...entry, value: entry.ours, by: 'ours' as const };
    return { ...entry, value: entry[side], by: 'both' as const };
  });
  const present = (entries: readonly (Json | undefined)[]): Json[] => entries.filter((each) => each !== undefined);
  const both = decided.filter(({ by }) => by === 'both');
  return {
    value: present(decided.map((each) => each.value)),
    changed: true,
    kept: decided.some(({ by }) => by === 'ours'),
    taken: decided.some(({ by }) => by === 'theirs'),
    disputed:
      both.length === 0
        ? null
        : {
            base: present(both.map((each) => each.base)),
            ours: present(both.map((each) => each.ours)),
            theirs: present(both.map((each) => each.theirs)),
          },
  };
}

function byName(list: Json | undefined, nameOf: (entry: Json) => string): Map<string, Json> | null {
  if (list === undefined) return new Map();
  if (!Array.isArray(list)) return null;
  const named = new Map(list.map((entry: Json) => [nameOf(entry), entry]));
  return named.size === list.length ? named : null;
}
