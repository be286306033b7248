import 'server-only';
import { getTranslations } from 'next-intl/server';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { policyPart } from '@/lib/policy/document';
import type { NodeDetail } from '@/lib/workflows/queries';

/** Names people as the page shows them. */
export async function actorNames(): Promise<(actor: string) => string> {
  const common = await getTranslations('common');
  return (actor) => (actor === LOCAL_OWNER.name ? common('local') : actor);
}

/** What the form of a node begins with: what is published, and the draft that is kept. */
export function entriesOf({ config, version, draft }: NodeDetail, nameOf: (actor: string) => string) {
  return {
    published: { document: policyPart(config), version },
    draft: draft && { ...draft, updatedBy: nameOf(draft.updatedBy) },
  };
}
