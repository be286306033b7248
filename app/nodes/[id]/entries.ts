import 'server-only';
import { policyPart } from '@/lib/policy/document';
import type { NodeDetail } from '@/lib/workflows/queries';

/** What the form of a node begins with: what is published, and the draft that is kept. */
export function entriesOf({ config, version, draft }: NodeDetail, nameOf: (actor: string) => string) {
  return {
    published: { document: policyPart(config), version },
    draft: draft && { ...draft, updatedBy: nameOf(draft.updatedBy) },
  };
}
