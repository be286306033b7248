import { parseDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json } from '@/lib/shared/json';

/**
 * What of a value belongs to us. Keys of a map that are not named are somebody else's: they stay
 * whatever is written. `duration`: two spellings of the same time are equal.
 */
export interface Shape {
  readonly keys?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  /** Keys that tell one item of a list from another; such an item is edited in place. */
  readonly identity?: readonly string[];
  readonly duration?: boolean;
}

/** True when writing `wanted` over `present` would change nothing that is ours. */
export function sameValue(present: Json | undefined, wanted: Json | undefined, shape: Shape = {}): boolean {
  if (present === undefined || wanted === undefined) return present === wanted;
  if (Array.isArray(present) && Array.isArray(wanted))
    return present.length === wanted.length && present.every((each: Json, i) => sameValue(each, wanted[i], shape.item));
  if (isJsonObject(present) && isJsonObject(wanted)) {
    const ours = new Set([...Object.keys(wanted), ...Object.keys(shape.keys ?? {})]);
    const kept = shape.keys ? [] : Object.keys(present);
    return [...ours, ...kept].every((key) => sameValue(own(present, key), own(wanted, key), shapeOf(shape, key)));
  }
  if (shape.duration && typeof present === 'string' && typeof wanted === 'string') {
    const ms = parseDuration(present);
    return present === wanted || (ms !== null && ms === parseDuration(wanted));
  }
  return Object.is(present, wanted);
}

/** The shape of what stands under a key: nothing of ours where the key is somebody else's, `constructor` too. */
export function shapeOf({ keys }: Shape, key: string): Shape {
  return (keys && Object.hasOwn(keys, key) ? keys[key] : undefined) ?? {};
}

/** The key's own value. */
export function own(object: { readonly [key: string]: Json | undefined }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Deep equality of plain values; the order of keys does not matter. */
export function deepEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each: Json, i) => deepEqual(each, b[i]))
    );
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
    );
  }
  return Object.is(a, b);
}
