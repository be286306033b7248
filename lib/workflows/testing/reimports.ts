import { dialectById, readDefinition } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import { policyPart } from '@/lib/policy/document';
import { readPolicy } from '@/lib/policy/read';
import type { JsonObject } from '@/lib/shared/json';
import type { Side } from '../policy-merge';
import { planReimport, type Reimport } from '../reimport';

/** The merge of three texts of one dialect; throws where there is none. */
export function plan(
  { base, ours, theirs }: Record<'base' | 'ours' | 'theirs', DefinitionText>,
  choices: Readonly<Record<string, Side>> = {},
  dialect: DialectId = 'failpath',
): Reimport {
  const planned = planReimport({
    base: { source: base, dialect },
    ours: { source: ours, dialect },
    theirs: { source: theirs, dialect },
    choices: new Map(Object.entries(choices)),
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.error));
  return planned.value;
}

/** Publishes on a text as the product does: by its dialect. */
export function published(
  source: DefinitionText,
  dialect: DialectId,
  nodeId: string,
  change: JsonObject,
): DefinitionText {
  const document = { ...policyOf(source, dialect, nodeId), ...change };
  const { policy } = readPolicy(document);
  if (!policy) throw new Error(`${JSON.stringify(document)} is no policy`);
  const written = dialectById(dialect).write(source, [{ nodeId, policy, replaceEngineRetry: true }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return { ...source, text: written.text, sidecar: written.sidecar };
}

/** The policy that a text says of a node. */
export function policyOf(source: DefinitionText, dialect: DialectId, nodeId: string): JsonObject {
  const node = readDefinition(source, dialect).workflow?.nodes.find(({ id }) => id === nodeId);
  return policyPart(node?.config ?? {});
}

/** The policy that a merge says of a node. */
export const of = (reimport: Reimport, nodeId: string): JsonObject =>
  policyPart(reimport.workflow.nodes.find(({ id }) => id === nodeId)?.config ?? {});
