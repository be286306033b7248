'use client';

import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { diffDocuments } from '@/lib/policy/diff';
import { valueAt } from '@/lib/policy/edit';
import { mergeDocuments } from '@/lib/policy/merge';
import type { Json } from '@/lib/shared/json';
import { useEditor } from './editor-context';
import type { Baseline } from './use-policy-editor';

/** Somebody published this node meanwhile: theirs and mine, field by field; nothing is lost. */
export function ConflictPanel({
  theirs,
  onSettled,
}: {
  theirs: Baseline;
  onSettled: (message: 'mine' | 'theirs') => void;
}) {
  const t = useTranslations('node.conflict');
  const { editor } = useEditor();
  const { document, baseline } = editor;
  const rows = diffDocuments(document, theirs.document);
  const takeBoth = () => {
    const merged = mergeDocuments(baseline.document, document, theirs.document);
    editor.rebase(theirs);
    editor.edit(merged);
    onSettled('mine');
  };
  return (
    <Alert color="orange" variant="default" icon={<IconGitMerge aria-hidden />} title={t('title')} role="alert">
      <Text size="sm">{t('body')}</Text>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ tabIndex: 0, 'aria-label': t('title') }}>
        <Table fz="sm" my="xs" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field')}</Table.Th>
              <Table.Th>{t('before')}</Table.Th>
              <Table.Th>{t('theirs')}</Table.Th>
              <Table.Th>{t('mine')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ path }) => (
              <Table.Tr key={path.join('.')}>
                <Table.Td ff="monospace">{path.join('.')}</Table.Td>
                <Table.Td>{show(valueAt(baseline.document, path))}</Table.Td>
                <Table.Td>{show(valueAt(theirs.document, path))}</Table.Td>
                <Table.Td>{show(valueAt(document, path))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group gap="xs">
        <Button size="xs" onClick={takeBoth}>
          {t('keepBoth')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            editor.rebase(theirs);
            onSettled('mine');
          }}
        >
          {t('keepMine')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            editor.rebase(theirs);
            editor.edit(theirs.document);
            onSettled('theirs');
          }}
        >
          {t('takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}

function show(value: Json | undefined): string {
  if (value === undefined) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
