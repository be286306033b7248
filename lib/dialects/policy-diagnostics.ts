import { classifyInput, conflicts } from '@/lib/policy/classify';
import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';

/**
 * A node's policy as its config says it, with everything that does not hold (schema and contradictions). What people
 * added to the catalogue has no say in what a file says by itself.
 */
export function policyOf(
  config: JsonObject,
  nodeId: string,
): { readonly policy: NodePolicy | null; readonly diagnostics: readonly Diagnostic[] } {
  const { policy, diagnostics } = readPolicy(config);
  const found = policy ? [...diagnostics, ...conflicts(classifyInput(policy))] : diagnostics;
  return { policy, diagnostics: found.map((diagnostic) => ({ ...diagnostic, nodeId })) };
}
