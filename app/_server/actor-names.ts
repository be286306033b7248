import 'server-only';
import { getTranslations } from 'next-intl/server';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';

/** Names people as pages show them. */
export async function actorNames(): Promise<(actor: string) => string> {
  const common = await getTranslations('common');
  return (actor) => (actor === LOCAL_OWNER.name ? common('local') : actor);
}
