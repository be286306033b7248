import { Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dim } from '@/components/ui/marks';
import type { OwnerGroupRow } from '@/lib/owners/queries';
import classes from './groups.module.css';

/** A group for those who may not change it. */
export function GroupFacts({ group }: { group: OwnerGroupRow }) {
  const t = useTranslations('groups');
  const { slug, timeZone, language, members } = group;
  return (
    <Stack component="section" gap={4} aria-labelledby="facts-title">
      <Title order={2} size="h5" id="facts-title">
        {t('facts.title')}
      </Title>
      <Text size="sm">
        {t('form.slug')}: <code>{slug}</code>
      </Text>
      <Text size="sm">
        {t('form.timeZone')}: {timeZone}
      </Text>
      <Text size="sm">
        {t('form.language')}: {t(`form.languages.${language}`)}
      </Text>
      <Text size="sm" fw={600} mt="xs">
        {t('facts.members')}
      </Text>
      {members.length === 0 ? <Text size="sm">{t('form.noMembers')}</Text> : null}
      <ul className={classes.members}>
        {members.map(({ name, email }) => (
          <li key={email}>
            {name} <Dim>{email}</Dim>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
