'use client';

import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import classes from './view-menu.module.css';
import type { ViewMenuProps } from './view-props';

const ViewPanel = dynamic(() => import('./view-panel').then((module) => module.ViewPanel));

/** A button that names the open view, and says when the list has left it; behind it, all views of the list. */
export function ViewMenu(props: ViewMenuProps) {
  const t = useTranslations('lists.views');
  const [opened, { toggle, close }] = useDisclosure(false);
  const { open, query, busy } = props;
  const modified = open !== null && open.query !== query;
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      onClose={close}
      position="bottom-end"
      width="min(340px, calc(100vw - 32px))"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          loading={busy}
          leftSection={<IconBookmark size={15} stroke={1.7} aria-hidden />}
          onClick={toggle}
          className={classes.button}
        >
          <span className={classes.name}>{open ? t('current', { name: open.name }) : t('open')}</span>
          {modified ? <span className={classes.modified}>{t('modified')}</span> : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t('title')} aria-labelledby={undefined}>
        {opened ? <ViewPanel {...props} modified={modified} close={close} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}
