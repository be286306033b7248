import type { Metadata } from 'next';
import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { GroupForm } from '../_components/group-form';
import { GroupPage } from '../_components/group-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('groups');
  return { title: t('newTitle') };
}

export default async function NewGroupPage() {
  await contextFor('group.edit');
  const [t, timeZone, language] = await Promise.all([getTranslations('groups'), getTimeZone(), getLocale()]);
  return (
    <GroupPage title={t('newTitle')}>
      <GroupForm id={null} initial={{ slug: '', name: '', members: [], timeZone, language }} uses={0} />
    </GroupPage>
  );
}
