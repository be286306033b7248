import type { NodePolicy } from '@/lib/policy/schema';
import { toDocument } from '@/lib/policy/written';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { POLICY_SHAPE, plain } from './policy-shape';
import { own, type Shape } from './source/shape';
import type { Loss } from './types';

/** A part of the policy that the engine cannot say exactly. */
export type PartLoss = Omit<Loss, 'nodeId' | 'where'>;

/** The engine has no way to say this part; `code` is a key below `losses`. */
export function impossible(code: string, path: PartLoss['path'], values?: PartLoss['values']): PartLoss {
  return { path, exactness: 'impossible', code, ...(values && { values }) };
}

/** The engine does something close to this part; `code` is a key below `losses`. */
export function approximate(code: string, path: PartLoss['path'], values?: PartLoss['values']): PartLoss {
  return { path, exactness: 'approximate', code, ...(values && { values }) };
}

/**
 * What no engine with a sidecar can say: owner, hand-off, alert, and keys of somebody else within the parts that the
 * engine's own text takes over.
 */
export function besideLosses(policy: NodePolicy, parts: readonly ('classification' | 'retry')[]): readonly PartLoss[] {
  const { owner, onExhausted, alert } = policy;
  return [
    ...(owner === undefined ? [] : [impossible('owner', ['owner'])]),
    ...(onExhausted === undefined ? [] : [impossible('on_exhausted', ['onExhausted'])]),
    ...(alert === undefined ? [] : [impossible('alert', ['alert'])]),
    ...foreignKeys(plain(toDocument(policy)), parts).map((path) =>
      impossible('foreign_key', path, { key: String(path.at(-1)) }),
    ),
  ];
}

function foreignKeys(
  document: JsonObject,
  parts: readonly ('classification' | 'retry')[],
): readonly (string | number)[][] {
  return parts.flatMap((part) => {
    const value = own(document, part);
    const shape: Shape = POLICY_SHAPE[part];
    const maps = Array.isArray(value)
      ? value.map((item, i) => ({ item, path: [part, i], keys: shape.item?.keys }))
      : [{ item: value, path: [part], keys: shape.keys }];
    return maps.flatMap(({ item, path, keys }) =>
      isJsonObject(item)
        ? Object.keys(item)
            .filter((key) => !Object.hasOwn(keys ?? {}, key))
            .map((key) => [...path, key])
        : [],
    );
  });
}
