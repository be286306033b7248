'use client';

import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { usePhrase } from '@/components/policy/phrase';
import type { KeptStandard } from '@/lib/owners/standard-queries';
import type { JsonObject } from '@/lib/shared/json';
import { policyChanges } from '@/lib/workflows/version-words';

export interface NamedGroup {
  readonly slug: string;
  readonly name: string;
}

/** Somebody saved it meanwhile: theirs and mine, thing by thing; nothing is lost. */
export function StandardConflict({
  theirs,
  mine,
  groups,
  onMine,
  onTheirs,
}: {
  theirs: KeptStandard;
  mine: JsonObject;
  groups: readonly NamedGroup[];
  onMine: () => void;
  onTheirs: () => void;
}) {
  const t = useTranslations('standards.form.conflict');
  const say = usePhrase();
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const rows = policyChanges(theirs.document, mine, { groupNames });
  return (
    <Alert color="orange" variant="default" icon={<IconGitMerge aria-hidden />} title={t('title')} role="alert">
      <Text size="sm">{t('body', { name: theirs.updatedBy ?? '' })}</Text>
      {rows.length === 0 ? (
        <Text size="sm">{t('same')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={420} scrollAreaProps={{ tabIndex: 0, 'aria-label': t('title') }}>
          <Table fz="sm" my="xs" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('field')}</Table.Th>
                <Table.Th>{t('theirs')}</Table.Th>
                <Table.Th>{t('mine')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ label, before, after }) => (
                <Table.Tr key={say(label)}>
                  <Table.Th scope="row" fw={500}>
                    {say(label)}
                  </Table.Th>
                  <Table.Td>{say(before)}</Table.Td>
                  <Table.Td>{say(after)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onMine}>
          {t('keepMine')}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t('takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
