import { Box, Stack, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/text-link';
import { actorOf } from '@/lib/accounts/auth';
import { can, SCOPES } from '@/lib/accounts/permissions';
import { listTokens } from '@/lib/accounts/token-queries';
import { SCOPE_NAMES } from '@/lib/accounts/token-schema';
import { listSessions } from '@/lib/people/queries';
import { PasswordForm } from './_components/password-form';
import { SessionsTable } from './_components/sessions-table';
import { TokensSection } from './_components/tokens-section';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('people.profile');
  return { title: t('title') };
}

/** What somebody sees of themselves: role, groups, sessions, password. */
export default async function ProfilePage() {
  const ctx = await contextFor('profile.edit');
  const [t, common, sessions, tokens, me] = await Promise.all([
    getTranslations('people'),
    getTranslations('common.person'),
    listSessions(ctx),
    listTokens(ctx),
    actorOf(ctx.db, ctx.actor.id),
  ]);
  const { role, groups } = ctx.actor;
  return (
    <>
      <PageHeader title={ctx.actor.name} subtitle={me?.email} />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" maw={1000}>
        <ClientMessages namespaces={['people']}>
          <Stack gap="xl">
            <Stack component="section" gap={4} aria-labelledby="rights-title">
              <Title order={2} size="h5" id="rights-title">
                {common(`roles.${role}`)}
              </Title>
              <Text size="sm">{t(`profile.rights.${role}`)}</Text>
              <Text size="sm" c="dimmed">
                {groups.length === 0 ? t('profile.noGroups') : t('profile.groups', { groups: groups.join(', ') })}
              </Text>
            </Stack>
            <Stack component="section" gap="xs" aria-labelledby="sessions-title">
              <Title order={2} size="h5" id="sessions-title">
                {t('profile.sessions')}
              </Title>
              <SessionsTable sessions={sessions} current={ctx.sessionId} now={ctx.now} />
            </Stack>
            <Stack component="section" gap="xs" aria-labelledby="password-title">
              <Title order={2} size="h5" id="password-title">
                {t('profile.password')}
              </Title>
              <PasswordForm />
            </Stack>
            <Stack component="section" gap="xs" aria-labelledby="tokens-title">
              <Title order={2} size="h5" id="tokens-title">
                {t('tokens.title')}
              </Title>
              <Text size="sm" c="dimmed" maw={640}>
                {t('tokens.body')} <TextLink href="/api-docs">{t('tokens.docs')}</TextLink>
              </Text>
              <TokensSection
                tokens={tokens}
                scopes={SCOPE_NAMES.filter((scope) => SCOPES[scope].some((each) => can(ctx.actor, each)))}
                mayNeverExpire={role === 'administrator'}
                now={ctx.now}
              />
            </Stack>
          </Stack>
        </ClientMessages>
      </Box>
    </>
  );
}
