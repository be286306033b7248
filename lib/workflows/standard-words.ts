import { STANDARD_PARTS, type StandardPart } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import { bulkWords } from './bulk-words';
import { standardChanges } from './standard-changes';
import type { ChangeContext, ChangeWords } from './version-words';

/** One thing that a standard says: what it is about, and what that is to be; phrases below `policy`. */
export type StandardWords = Pick<ChangeWords, 'label' | 'after'>;

/** What a standard (as written) says of each part; empty where it says nothing of it. */
export function standardWords(
  standard: JsonObject,
  context: ChangeContext = {},
): Readonly<Record<StandardPart, readonly StandardWords[]>> {
  const of = (part: StandardPart) => bulkWords(standardChanges(standard, [part]), context);
  const [classification, retry, notify, silence] = STANDARD_PARTS.map(of);
  return { classification: classification ?? [], retry: retry ?? [], notify: notify ?? [], silence: silence ?? [] };
}
