'use client';

import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { diffDocuments } from '@/lib/policy/diff';
import { valueAt } from '@/lib/policy/edit';
import { mergeDocuments } from '@/lib/policy/merge';
import { useEditor } from './editor-context';
import { useFieldWords } from './use-field-words';
import type { Baseline } from './use-saving';

/** Somebody published this node meanwhile: theirs and mine, field by field; nothing is lost. */
export function ConflictPanel({ theirs, onSettled }: { theirs: Baseline; onSettled: () => void }) {
  const t = useTranslations('node.conflict');
  const { editor, groups } = useEditor();
  const { document, baseline } = editor;
  const { labelOf, wordsOf } = useFieldWords([document, theirs.document, baseline.document], groups);
  const rows = diffDocuments(document, theirs.document);
  const takeBoth = () => {
    const merged = mergeDocuments(baseline.document, document, theirs.document);
    editor.rebase(theirs);
    editor.edit(merged);
    onSettled();
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
                <Table.Th scope="row" fw={500}>
                  {labelOf(path)}
                </Table.Th>
                <Table.Td>{wordsOf(path, valueAt(baseline.document, path))}</Table.Td>
                <Table.Td>{wordsOf(path, valueAt(theirs.document, path))}</Table.Td>
                <Table.Td>{wordsOf(path, valueAt(document, path))}</Table.Td>
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
            onSettled();
          }}
        >
          {t('keepMine')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            editor.discard(theirs);
            onSettled();
          }}
        >
          {t('takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
