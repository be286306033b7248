'use client';

import { Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { Nothing } from '@/components/ui/nothing';
import type { RoomKey } from '../rooms';
import classes from './palette-button.module.css';
import { usePaletteKeys } from './use-palette-keys';

const Palette = dynamic(() => import('./palette').then((module) => module.Palette), { loading: Nothing });

/** Opens the palette, by itself or by `/` and Ctrl-K; what the palette needs is only fetched then. */
export function PaletteButton({ rooms }: { rooms: readonly RoomKey[] }) {
  const t = useTranslations('palette');
  const { opened, open, close, takeTyped } = usePaletteKeys();
  return (
    <>
      <button
        type="button"
        className={classes.button}
        onClick={open}
        aria-label={t('open')}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        title={t('open')}
      >
        <IconSearch size={17} stroke={1.7} aria-hidden />
        <span className={classes.word}>{t('short')}</span>
        <Kbd size="xs" className={classes.key} aria-hidden>
          /
        </Kbd>
      </button>
      {opened ? <Palette rooms={rooms} takeTyped={takeTyped} onClose={close} /> : null}
    </>
  );
}
