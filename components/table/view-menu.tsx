'use client';

import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import classes from './view-menu.module.css';

const ViewPanel = dynamic(() => import('./view-panel').then((module) => module.ViewPanel));

export interface ViewOfList {
  readonly id: string;
  readonly name: string;
  readonly query: string;
}

/** Null when it went well, else why not. */
export type ViewOutcome = { readonly reason: string } | null;

export interface ViewMenuProps {
  readonly views: readonly ViewOfList[];
  /** The view that is open; null = none. */
  readonly open: ViewOfList | null;
  /** What the list shows, written as the views' queries are. */
  readonly query: string;
  readonly busy?: boolean;
  readonly hrefOf: (view: ViewOfList) => string;
  /** The list as it is, but under no view. */
  readonly leaveHref: string;
  readonly save: (name: string) => Promise<ViewOutcome>;
  readonly overwrite: (id: string) => Promise<ViewOutcome>;
  readonly rename: (id: string, name: string) => Promise<ViewOutcome>;
  readonly remove: (id: string) => Promise<ViewOutcome>;
}

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
