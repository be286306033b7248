import type { Phrase } from '@/lib/policy/phrase';
import { STANDARD_PARTS, type StandardPart } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import { type ChangeContext, policyChanges } from './version-words';

/** One thing that a standard says: what it is about, and what it says of it; phrases below `policy`. */
export interface StandardWords {
  readonly label: Phrase;
  readonly said: Phrase;
}

/** What a standard (as written) says of each part; empty where it says nothing of it. */
export function standardWords(
  standard: JsonObject,
  context: ChangeContext = {},
): Readonly<Record<StandardPart, readonly StandardWords[]>> {
  const said = (part: StandardPart) => {
    const key = KEYS[part];
    if (standard[key] === undefined) return [];
    const [before, after] = [BEFORE[part], { ...BEFORE[part], [key]: standard[key] }];
    return policyChanges(before, after, context)
      .filter(({ label }) => label.key !== NODES_OWN)
      .map(({ label, after: words }) => ({ label, said: words }));
  };
  const [classification, retry, notify, silence] = STANDARD_PARTS.map(said);
  return { classification: classification ?? [], retry: retry ?? [], notify: notify ?? [], silence: silence ?? [] };
}

/** The parts of a policy that a standard may speak of, and what stands there before it is heard. */
const KEYS = {
  classification: 'classification',
  retry: 'retry',
  notify: 'onExhausted',
  silence: 'alert',
} as const satisfies Readonly<Record<StandardPart, string>>;
/** Which codes are tried again belongs to the node, whatever a retry without a list comes to. */
const NODES_OWN = 'change.label.retryOn';
const BEFORE: Readonly<Record<StandardPart, JsonObject>> = {
  ...{ classification: {}, retry: {}, silence: {} },
  notify: { onExhausted: { action: 'manual' } },
};
