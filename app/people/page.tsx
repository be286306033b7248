import { Box, Stack, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { listInvitations, listPeople } from '@/lib/people/queries';
import { Invitations } from './_components/invitations';
import { InviteForm } from './_components/invite-form';
import { PeopleTable } from './_components/people-table';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('people');
  return { title: t('title') };
}

/** Everybody with an account: role, owner groups, access; and the way in for somebody new. */
export default async function PeoplePage() {
  const ctx = await contextFor('people.edit');
  const [t, people, invitations] = await Promise.all([
    getTranslations('people'),
    listPeople(ctx),
    listInvitations(ctx),
  ]);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1200}>
        <ClientMessages namespaces={['people']}>
          <Stack gap="xl">
            <PeopleTable people={people} me={ctx.actor.id} now={ctx.now} />
            <Stack component="section" gap="xs" aria-labelledby="invite-title">
              <Title order={2} size="h5" id="invite-title">
                {t('invite.title')}
              </Title>
              <Text size="sm" c="dimmed" maw={640}>
                {t('invite.body')}
              </Text>
              <InviteForm />
            </Stack>
            {invitations.length > 0 ? <Invitations invitations={invitations} now={ctx.now} /> : null}
          </Stack>
        </ClientMessages>
      </Box>
    </>
  );
}
