import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { readPolicy } from './read';
import type { NodePolicy } from './schema';
import { POLICY_KEYS } from './vocabulary';

/**
 * The policy in force of a published config, of one that does not hold as a whole too: then each key that
 * holds by itself, so that a wrong alert part takes away neither owner nor retry. What does not hold counts as not
 * written. For decisions that cannot wait until a person has mended it; pages show what is wrong instead.
 */
export function readablePolicy(config: unknown): NodePolicy {
  const { policy } = readPolicy(config);
  if (policy !== null) return policy;
  if (!isJsonObject(config)) return {};
  return Object.assign({}, ...POLICY_KEYS.map((key) => keyAlone(config, key)));
}

function keyAlone(config: JsonObject, key: string): NodePolicy {
  if (!Object.hasOwn(config, key)) return {};
  return readPolicy({ [key]: config[key] }).policy ?? {};
}
