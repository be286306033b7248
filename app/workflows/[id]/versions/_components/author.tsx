import { useTranslations } from 'next-intl';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';

/** Who did it, as the reader knows them. */
export function useAuthorName(): (name: string) => string {
  const t = useTranslations('common');
  return (name) => (name === LOCAL_OWNER.name ? t('local') : name);
}

/** The same as text. */
export function AuthorName({ name }: { name: string }) {
  return useAuthorName()(name);
}
