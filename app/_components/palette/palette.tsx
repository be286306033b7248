'use client';

import { Kbd, Loader, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RoomKey } from '../rooms';
import classes from './palette.module.css';
import { type PaletteGroup, type PaletteItem, usePaletteItems } from './use-palette-items';
import { usePaletteSearch } from './use-palette-search';

/**
 * Finds a node, workflow, error code, owner group or page by name. A combobox over a grouped list: the
 * focus stays in the field, and screen readers are told which result the arrow keys have reached. While an
 * answer is under way nothing is chosen: Enter waits for it, and opens what was asked for.
 */
export function Palette({
  rooms,
  takeTyped,
  onClose,
}: {
  /** Pages that this person may open. */
  rooms: readonly RoomKey[];
  takeTyped: () => string;
  onClose: () => void;
}) {
  const t = useTranslations('palette');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { results, state } = usePaletteSearch(text);
  const groups = usePaletteItems(text, results, rooms);
  const items = groups.flatMap((group) => group.items);
  const [entered, setEntered] = useState(false);
  const active = state === 'searching' ? undefined : items[Math.min(at, items.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const idOf = (item: PaletteItem) => `${base}-${item.id}`;

  // The first keys may have been typed before this was loaded.
  useEffect(() => {
    const typed = takeTyped();
    if (typed !== '') setText(typed);
  }, [takeTyped]);
  const activeId = active ? idOf(active) : undefined;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => {
    if (!entered || state === 'searching') return;
    setEntered(false);
    if (activeId) document.getElementById(activeId)?.click();
  }, [entered, state, activeId]);

  const change = (next: string) => {
    setText(next);
    setAt(0);
    setEntered(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const current = Math.min(at, items.length - 1);
    if (state === 'searching') {
      if (event.key === 'Enter') setEntered(true);
      else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    } else if (event.key === 'ArrowDown') setAt((current + 1) % Math.max(1, items.length));
    else if (event.key === 'ArrowUp') setAt((current - 1 + items.length) % Math.max(1, items.length));
    // A link is clicked, so that whatever guards the leaving of a page is asked as by the mouse.
    else if (event.key === 'Enter' && activeId) document.getElementById(activeId)?.click();
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root opened onClose={onClose} padding={0} size={620} yOffset="10vh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('open')} radius="md">
        <div className={classes.field}>
          <IconSearch size={18} stroke={1.7} aria-hidden />
          <input
            className={classes.input}
            role="combobox"
            aria-expanded
            aria-controls={`${base}-list`}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            aria-label={t('label')}
            placeholder={t('placeholder')}
            value={text}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {state === 'searching' ? <Loader size={16} aria-hidden /> : null}
        </div>
        <div ref={list} id={`${base}-list`} role="listbox" aria-label={t('results')} className={classes.list}>
          {groups.map((group) => (
            <ResultGroup key={group.key} group={group} active={active} idOf={idOf} base={base} onClose={onClose} />
          ))}
        </div>
        <Status state={state} asked={text.trim() !== ''} count={items.length} />
        <div className={classes.foot} aria-hidden>
          <span>
            <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('keys.move')}
          </span>
          <span>
            <Kbd size="xs">Enter</Kbd> {t('keys.open')}
          </span>
          <span>
            <Kbd size="xs">Esc</Kbd> {t('keys.close')}
          </span>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function ResultGroup({
  group: { key, items },
  active,
  idOf,
  base,
  onClose,
}: {
  group: PaletteGroup;
  active: PaletteItem | undefined;
  idOf: (item: PaletteItem) => string;
  base: string;
  onClose: () => void;
}) {
  const t = useTranslations('palette.groups');
  const heading = `${base}-${key}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={classes.heading}>
        {t(key)}
      </div>
      {items.map((item) => (
        <Option key={item.id} item={item} id={idOf(item)} selected={item === active} onClose={onClose} />
      ))}
    </div>
  );
}

function Option({
  item: { label, detail, icon: ItemIcon, to },
  id,
  selected,
  onClose,
}: {
  item: PaletteItem;
  id: string;
  selected: boolean;
  onClose: () => void;
}) {
  const common = { id, role: 'option', 'aria-selected': selected, tabIndex: -1, className: classes.option };
  const content = (
    <>
      <ItemIcon size={16} stroke={1.6} aria-hidden className={classes.icon} />
      <span className={classes.label}>{label}</span>
      {detail ? <span className={classes.detail}>{detail}</span> : null}
    </>
  );
  if (typeof to === 'string')
    return (
      <Link {...common} href={to} prefetch={false} onClick={onClose}>
        {content}
      </Link>
    );
  const run = () => {
    onClose();
    to();
  };
  return (
    <button {...common} type="button" onClick={run}>
      {content}
    </button>
  );
}

/** Says what became of the search: aloud always, visibly where the list alone does not. */
function Status({ state, asked, count }: { state: 'idle' | 'searching' | 'failed'; asked: boolean; count: number }) {
  const t = useTranslations('palette.states');
  if (state === 'failed')
    return (
      <p role="alert" className={classes.status}>
        {t('failed')}
      </p>
    );
  if (state === 'searching')
    return (
      <p role="status" className={count === 0 ? classes.status : classes.aloud}>
        {t('searching')}
      </p>
    );
  if (count > 0)
    return (
      <p role="status" className={classes.aloud}>
        {asked ? t('found', { count }) : null}
      </p>
    );
  return (
    <p role="status" className={classes.status}>
      {t('nothing')}
      <br />
      {t('nothingHint')}
    </p>
  );
}
