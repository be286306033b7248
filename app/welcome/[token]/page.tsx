import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Doorway } from '@/app/sign-in/_components/doorway';
import { ClientMessages } from '@/components/ui/client-messages';
import { TextLink } from '@/components/ui/text-link';
import { getDb } from '@/lib/db/client';
import { openLink } from '@/lib/people/queries';
import { JoinForm } from './_components/join-form';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('people.join');
  return { title: t('title'), robots: { index: false } };
}

/** Where a one-time link leads: it says who it is for, and asks for what is missing. */
export default async function WelcomePage({ params }: { params: Promise<{ token: string }> }) {
  const [{ token }, t, common] = await Promise.all([
    params,
    getTranslations('people.join'),
    getTranslations('common.person'),
  ]);
  const link = await openLink({ db: getDb(), now: new Date() }, token);
  if (!link)
    return (
      <Doorway title={t('invalidTitle')} subtitle={t('invalidBody')}>
        <TextLink href="/sign-in">{t('toSignIn')}</TextLink>
      </Doorway>
    );
  const { email, name, resets, role } = link;
  return (
    <Doorway
      title={resets ? t('resetTitle') : t('title')}
      subtitle={resets ? t('resetBody') : t('body', { role: common(`roles.${role}`) })}
    >
      <ClientMessages namespaces={['people']}>
        <JoinForm token={token} email={email} name={name} resets={resets} />
      </ClientMessages>
    </Doorway>
  );
}
