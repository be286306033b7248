import { claimsIdempotency, policyHash } from '@/lib/drills/proof';
import { effectiveOwner } from '@/lib/owners/effective-owner';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { classify, classifyInput } from '@/lib/policy/classify';
import { readPolicy } from '@/lib/policy/read';
import { recipientOf } from '@/lib/policy/recipient';
import type { JsonObject } from '@/lib/shared/json';
import { type PolicyFacts, policyFacts } from './coverage';
import type { Standing } from './failure-query';
import { fold } from './search';

/**
 * The rules by which `node_facts` and `node_code` are worked out. Raise it when they change (coverage,
 * the built-in catalogue, the policy's shape, what a search looks through): rows of older rules are then made again.
 */
export const FACTS_VERSION = 2;

/** Stands between a node's name as it was and the text that a search looks through. */
export const SEARCH_MARK = '\u0001';

/** What the lists ask of a node's own columns. */
export interface NodeFacts extends PolicyFacts {
  /** Owner group (slug) that the node itself names. */
  readonly owner: string | null;
  /** What a certificate of now would hold for; `recipient` null = the workflow's owner is told. */
  readonly policyHash: string;
  readonly recipient: string | null;
  readonly claimsIdempotency: boolean;
  /**
   * The name, `SEARCH_MARK`, then name, id and targets, folded, one a line. A name may change while the
   * config and its version stay: that is seen by the beginning.
   */
  readonly search: string;
}

/** Works a node's facts out. */
export function nodeFacts(
  {
    nodeId,
    name,
    config,
    canCarryPolicy,
    hasEngineRetry,
  }: {
    nodeId: string;
    name: string;
    config: JsonObject;
    canCarryPolicy: boolean;
    hasEngineRetry: boolean;
  },
  extra: CatalogueExtra,
): NodeFacts {
  const { policy } = readPolicy(config);
  const targets = (policy?.actions ?? []).flatMap(({ target }) => (target === undefined ? [] : [target]));
  return {
    ...policyFacts({ policy, canCarryPolicy, hasEngineRetry, extra }),
    owner: effectiveOwner(config.owner, null)?.slug ?? null,
    policyHash: policyHash(config),
    recipient: recipientOf(policy ?? {}, null),
    claimsIdempotency: claimsIdempotency(policy ?? {}),
    search: name + SEARCH_MARK + [name, nodeId, ...targets].map(fold).join('\n'),
  };
}

/** What a config makes of error codes (null = no code); `unknown` where its policy cannot be read. */
export function standings(config: JsonObject, extra: CatalogueExtra): (errorCode: string | null) => Standing {
  const { policy } = readPolicy(config);
  if (policy === null) return () => 'unknown';
  const rules = classifyInput(policy, extra);
  return (errorCode) => {
    const { class: failureClass, unknown } = classify(rules, errorCode);
    return unknown ? 'unclassified' : failureClass;
  };
}

/** A raw code as the key of a table, which cannot hold null: `=` and the code; empty for none. */
export function codeKey(errorCode: string | null): string {
  return errorCode === null ? '' : `=${errorCode}`;
}
