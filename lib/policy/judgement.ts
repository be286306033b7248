import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import type { CatalogueExtra } from './catalogue';
import { checkPolicy } from './check';
import { readPolicy } from './read';
import type { NodePolicy } from './schema';

/** What a document comes to: the policy (null when it does not hold), and all that there is to say about it. */
export interface Judgement {
  readonly policy: NodePolicy | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a policy document and checks it across its fields. `inheritedOwner`: the workflow's group; null = none. `extra`:
 * what people added to the catalogue.
 */
export function judgeDocument(
  document: JsonObject,
  inheritedOwner: string | null,
  extra: CatalogueExtra | undefined,
): Judgement {
  const { policy, diagnostics } = readPolicy(document);
  const context = { inheritedOwner, ...(extra && { extra }) };
  return { policy, diagnostics: policy ? [...diagnostics, ...checkPolicy(policy, context)] : diagnostics };
}
