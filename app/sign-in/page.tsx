import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { firstOf, type RawParams } from '@/app/_list/search-params';
import { optionalContext } from '@/app/_server/context';
import { safePath } from '@/app/_server/sign-in-href';
import { ClientMessages } from '@/components/ui/client-messages';
import { readEnvironment } from '@/lib/env';
import { EXAMPLE_PASSWORD, EXAMPLE_PEOPLE } from '@/lib/people/example-people';
import { Doorway } from './_components/doorway';
import { SignInForm } from './_components/sign-in-form';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signIn');
  return { title: t('title') };
}

/** Where somebody proves who they are; leads back to where they wanted to go. */
export default async function SignInPage({ searchParams }: { searchParams: Promise<RawParams> }) {
  const [t, params] = await Promise.all([getTranslations('signIn'), searchParams]);
  const next = safePath(firstOf(params.next)) ?? '/';
  if (await optionalContext()) redirect(next);
  const examples = readEnvironment().FAILPATH_EXAMPLE_PEOPLE === '1' ? EXAMPLE_PEOPLE : [];
  return (
    <Doorway title={t('title')} subtitle={firstOf(params.joined) ? t('joined') : t('subtitle')}>
      <ClientMessages namespaces={['signIn']}>
        <SignInForm
          next={next}
          email={firstOf(params.joined) ?? ''}
          examples={examples.map((person) => ({ ...person, password: EXAMPLE_PASSWORD }))}
        />
      </ClientMessages>
    </Doorway>
  );
}
