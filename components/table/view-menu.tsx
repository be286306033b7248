'use client';

import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { Dropdown } from '@/components/ui/dropdown';
import { Nothing } from '@/components/ui/nothing';
import classes from './view-menu.module.css';
import type { ViewMenuProps } from './view-props';

const ViewPanel = dynamic(() => import('./view-panel').then((module) => module.ViewPanel), { loading: Nothing });

/** A button that names the open view, and says when the list has left it; behind it, all views of the list. */
export function ViewMenu(props: ViewMenuProps) {
  const t = useTranslations('lists.views');
  const { open, query, busy } = props;
  const modified = open !== null && open.query !== query;
  return (
    <Dropdown
      label={t('title')}
      target={(target) => (
        <Button
          {...target}
          variant="default"
          size="compact-sm"
          loading={busy}
          leftSection={<IconBookmark size={15} stroke={1.7} aria-hidden />}
          className={classes.button}
        >
          <span className={classes.name}>{open ? t('current', { name: open.name }) : t('open')}</span>
          {modified ? <span className={classes.modified}>{t('modified')}</span> : null}
        </Button>
      )}
    >
      {(close) => (
        <div className={classes.panel}>
          <ViewPanel {...props} modified={modified} close={close} />
        </div>
      )}
    </Dropdown>
  );
}
