'use client';

import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Fragment } from 'react';

/** Keys by what they do; each entry is one or more combinations, any of which does it. */
const SHORTCUTS = [
  { id: 'palette', keys: [['/'], ['ctrl', 'K']] },
  { id: 'search', keys: [['s']] },
  { id: 'rows', keys: [['j'], ['k']] },
  { id: 'open', keys: [['enter']] },
  { id: 'save', keys: [['ctrl', 'S']] },
  {
    id: 'undo',
    keys: [
      ['ctrl', 'Z'],
      ['ctrl', 'shift', 'Z'],
    ],
  },
  { id: 'leave', keys: [['esc']] },
] as const;

/** The keys of the product, and what they do. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('common.help');
  return (
    <Modal opened onClose={onClose} title={t('keysTitle')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Table withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {SHORTCUTS.map(({ id, keys: combinations }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={400}>
                {t(`shortcuts.${id}`)}
              </Table.Th>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                {combinations.map((combination, index) => (
                  <Fragment key={combination.join('+')}>
                    {index > 0 ? ` ${t('or')} ` : null}
                    <Combination keys={combination} />
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

const NAMED = ['ctrl', 'enter', 'esc', 'shift'] as const;

function Combination({ keys }: { keys: readonly string[] }) {
  const t = useTranslations('common.help.keyNames');
  return keys.map((key, index) => {
    const named = NAMED.find((each) => each === key);
    return (
      <Fragment key={key}>
        {index > 0 ? '+' : null}
        <Kbd size="xs">{named ? t(named) : key}</Kbd>
      </Fragment>
    );
  });
}
