import { SECOND_MS } from '@/lib/shared/clock';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { own, type Shape } from '../source/shape';
import type { EntryChange } from '../source/splice';
import { asMap, inheritedNode, lookup, type SourceMap, toJson } from '../source/tree';
import { expressionOf } from './codes';
import {
  type Interpretation,
  interpret,
  NEUTRAL,
  readDuration,
  type Strategy,
  waitsOf,
  wholeNumber,
  writeDuration,
} from './retry';
import { type ArgoTemplate, TEMPLATE_TYPES } from './template';

export const RETRY_STRATEGY = 'retryStrategy';
/** Keys of a strategy that the policy owns; `retryPolicy` and `affinity` stay as they are. */
export const OWNED = ['limit', 'backoff', 'expression'] as const;
const BACKOFF: Shape = { keys: { duration: {}, factor: {}, cap: {}, maxDuration: {} } };
const SHAPE: Shape = { keys: { limit: {}, backoff: BACKOFF, expression: {} } };

/** True where the message of a failure names its status code: an HTTP template without a condition of its own. */
export function namesStatus({ type, map }: ArgoTemplate): boolean {
  const http = type === 'http' ? asMap(lookup(map, 'http')) : null;
  return http !== null && lookup(http, 'successCondition') === undefined;
}

/** What has been read already: nobody changes a tree. */
const understood = new WeakMap<SourceMap, Interpretation>();

/** The strategy that is in force for a template, with what it inherits. */
export function strategyOf(template: ArgoTemplate): Interpretation {
  const known = understood.get(template.map);
  const found = known ?? interpret(inForce(template, ownBlock(template)), namesStatus(template));
  understood.set(template.map, found);
  return found;
}

/** `retryPolicy` as it is in force; null = none is written. */
export function retryPolicyOf(template: ArgoTemplate): string | null {
  const block = inForce(template, ownBlock(template));
  const value = isJsonObject(block) ? own(block, 'retryPolicy') : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * The change that makes a template say this; none where it says it already. The habits of the text (numbers or strings,
 * seconds or units) are those of `like`, the first strategy that it has.
 */
export function strategyChange(template: ArgoTemplate, wanted: Strategy | null, like: JsonObject | null): EntryChange {
  const present = ownBlock(template);
  const block = isJsonObject(present) ? present : {};
  const base = { key: RETRY_STRATEGY, after: ['name', 'annotations', 'inputs'], before: TEMPLATE_TYPES };
  if (wanted) {
    const value = blockOf(wanted, { block, like: like ?? {}, defaults: defaultsOf(template) });
    return { ...base, value: isJsonObject(present) ? { ...block, ...value } : value, shape: shapeBeside(block) };
  }
  const nothingElse = Object.keys(block).every((key) => OWNED.some((each) => each === key));
  const merged = inheritedNode(template.map, RETRY_STRATEGY);
  const inherited = interpret(inForce(template, merged && toJson(merged)), namesStatus(template)).kind !== 'none';
  if (!inherited && nothingElse) return { ...base, value: undefined, shape: SHAPE };
  return { ...base, value: { limit: limitLike(0, block, like ?? {}) }, shape: { keys: { limit: {} } } };
}

/** The text's own keys of a strategy, all of them; undefined = the template has none. */
export function ownBlock({ map }: ArgoTemplate): Json | undefined {
  const node = lookup(map, RETRY_STRATEGY);
  return node && toJson(node);
}

function shapeBeside(block: JsonObject): Shape {
  const backoff = own(block, 'backoff');
  return isJsonObject(backoff) ? SHAPE : { keys: { limit: {}, backoff: {}, expression: {} } };
}

/** `spec.templateDefaults` is merged key by key (`mergedTemplateDefaultsInto`); `spec.retryStrategy` stands for the whole. */
function inForce(template: ArgoTemplate, block: Json | undefined): Json | undefined {
  const defaults = defaultsOf(template);
  const merged = isJsonObject(block) && defaults ? merge(defaults, block) : (block ?? defaults);
  if (merged !== undefined && merged !== null) return merged;
  const ofSpec = lookup(template.spec, RETRY_STRATEGY);
  return ofSpec && toJson(ofSpec);
}

function defaultsOf({ spec }: { readonly spec: SourceMap }): JsonObject | null {
  const defaults = asMap(lookup(spec, 'templateDefaults'));
  const node = defaults && lookup(defaults, RETRY_STRATEGY);
  const value = node ? toJson(node) : null;
  return isJsonObject(value) ? value : null;
}

function merge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, Json | undefined> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = own(under, key);
    if (value !== null) merged[key] = isJsonObject(below) && isJsonObject(value) ? merge(below, value) : value;
  }
  return merged;
}

interface Habits {
  readonly block: JsonObject;
  readonly like: JsonObject;
  readonly defaults: JsonObject | null;
}

/** The owned keys as they shall stand: what says the same already keeps its spelling. */
function blockOf(wanted: Strategy, { block, like, defaults }: Habits): JsonObject {
  const { retries, durationMs, factor, capMs, maxMs, selection } = wanted;
  const [present, usual, inherited] = [block, like, defaults ?? {}].map((each) => objectOf(own(each, 'backoff')));
  const time = (key: string, ms: number) => durationLike(ms, own(present ?? {}, key), own(usual ?? {}, 'duration'));
  const usualFactor = own(usual ?? {}, 'factor') ?? own(block, 'limit') ?? own(like, 'limit');
  const below = (key: string) => own(inherited ?? {}, key) !== undefined;
  const cap = capMs ?? (below('cap') ? Math.max(...waitsOf(wanted)) : null);
  const grows = factor > 1 || below('factor');
  const backoff = {
    duration: time('duration', durationMs),
    ...(grows && { factor: factorLike(factor, own(present ?? {}, 'factor'), usualFactor) }),
    ...(cap !== null && { cap: time('cap', cap) }),
    ...(maxMs !== null && { maxDuration: time('maxDuration', maxMs) }),
    ...(maxMs === null && below('maxDuration') && { maxDuration: NEUTRAL.maxDuration }),
  };
  const neutral = own(defaults ?? {}, 'expression') === undefined ? undefined : NEUTRAL.expression;
  const expression = selection ? expressionOf(selection) : neutral;
  return { limit: limitLike(retries, block, like), backoff, expression };
}

/** As a number where the text has numbers; the published schema knows strings only. */
function limitLike(limit: number, block: JsonObject, like: JsonObject): Json {
  const present = own(block, 'limit') ?? own(like, 'limit');
  return typeof present === 'number' ? limit : String(limit);
}

function factorLike(factor: number, present: Json | undefined, usual: Json | undefined): Json {
  if (present !== undefined && wholeNumber(present) === factor) return present;
  return typeof (present ?? usual) === 'number' ? factor : String(factor);
}

function durationLike(ms: number, present: Json | undefined, usual: Json | undefined): Json {
  if (typeof present === 'string' && readDuration(present) === ms) return present;
  const digits = /^\d+$/.test(String(present ?? usual ?? '')) && ms % SECOND_MS === 0;
  return digits ? String(ms / SECOND_MS) : writeDuration(ms);
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
