import { SECOND_MS } from '@/lib/shared/clock';
import { isJsonObject, isShallow, type JsonObject, parseJson } from '@/lib/shared/json';
import type { PlatformRetry, RawNode } from '../attempt';

/** A JSON object of a column: as the driver parsed it, or its text. Null for anything else, and for what is nested too deep. */
export function objectOf(value: unknown): JsonObject | null {
  const json = typeof value === 'string' ? parseJson(value) : value;
  return isJsonObject(json) && isShallow(json) ? json : null;
}

/** The objects of an array; nothing for anything else. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A text that is not empty, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A whole number of 0 or more, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The retry of a platform that counts what comes after the first try. */
export function retryOfExtra(extra: number | null, delayMs: number | null): PlatformRetry | null {
  return extra === null ? null : { maxAttempts: extra + 1, delayMs };
}

/** Seconds, also in fractions, as milliseconds. */
export function secondsAsMs(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value * SECOND_MS) : null;
}

/** Each node once, the first of an id; those without an id are none. */
export function distinctNodes(nodes: readonly (RawNode | null)[]): RawNode[] {
  const byId = new Map<string, RawNode>();
  for (const node of nodes) if (node && !byId.has(node.id)) byId.set(node.id, node);
  return [...byId.values()];
}
