'use client';

import { ActionIcon, Button } from '@mantine/core';
import { IconFocus2, IconPencil } from '@tabler/icons-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useMarked, useMarkedStore, useMarkOf } from '@/components/graph/marked-store';
import { CoverageMark } from '@/components/policy/coverage-mark';
import { SearchField } from '@/components/table/search-field';
import { ROW_LINK, useRowKeys } from '@/components/table/use-row-keys';
import { Caution, Dim } from '@/components/ui/marks';
import { hasWords, searchWords } from '@/lib/insight/search';
import type { PictureNode } from '@/lib/insight/workflow-node';
import classes from './node-list.module.css';

/** As many rows at first; the rest comes with a button, or when the picture points at one of them. */
const FIRST_ROWS = 60;

/** The nodes in the order of the text, with a search by name. `onShow` brings one into sight in the picture. */
export function NodeList({
  nodes,
  onShow,
}: {
  nodes: readonly PictureNode[];
  onShow: ((nodeId: string) => void) | null;
}) {
  const t = useTranslations('picture.list');
  const store = useMarkedStore();
  const region = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(nodes.length <= FIRST_ROWS);
  const sought = useDeferredValue(search);
  useRowKeys(region, field);

  const found = useMemo(() => {
    const words = searchWords(sought);
    return words.length === 0 ? nodes : nodes.filter(({ name, nodeId }) => hasWords([name, nodeId], words));
  }, [nodes, sought]);
  useEffect(() => {
    store.find(found.length === nodes.length ? null : new Set(found.map(({ nodeId }) => nodeId)));
  }, [store, found, nodes]);
  useScrollToMarked(region);

  const rows = all || sought !== '' ? found : found.slice(0, FIRST_ROWS);
  return (
    <section className={classes.list} aria-label={t('label')}>
      <div className={classes.tools}>
        <SearchField
          ref={field}
          value={search}
          onSearch={setSearch}
          label={t('search')}
          placeholder={t('search')}
          clearLabel={t('clear')}
        />
        <p className={classes.status} role="status">
          {sought === ''
            ? t('count', { count: nodes.length })
            : t('found', { found: found.length, count: nodes.length })}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reachable by keyboard */}
      <section ref={region} className={classes.rows} tabIndex={0} aria-label={t('rows')}>
        <ul className={classes.items}>
          {rows.map((node) => (
            <Row key={node.id} node={node} onShow={onShow} />
          ))}
        </ul>
        {found.length === 0 ? <p className={classes.nothing}>{t('nothing', { search: sought })}</p> : null}
        {rows.length < found.length ? (
          <Button variant="subtle" size="compact-sm" className={classes.more} onClick={() => setAll(true)}>
            {t('more', { count: found.length - rows.length })}
          </Button>
        ) : null}
      </section>
    </section>
  );
}

function Row({ node, onShow }: { node: PictureNode; onShow: ((nodeId: string) => void) | null }) {
  const t = useTranslations('picture.list');
  const format = useFormatter();
  const store = useMarkedStore();
  const { marked } = useMarkOf(node.nodeId);
  const { id, nodeId, name, coverage, failures, hasDraft } = node;
  return (
    <li
      className={classes.row}
      data-marked={marked || undefined}
      data-row={nodeId}
      onPointerEnter={() => store.mark(nodeId)}
      onPointerLeave={() => store.mark(null)}
      onFocus={() => store.mark(nodeId)}
      onBlur={() => store.mark(null)}
    >
      <div className={classes.main}>
        <Link href={`/nodes/${id}`} prefetch={false} className={classes.name} {...ROW_LINK}>
          {name}
        </Link>
        {name === nodeId ? null : <code className={classes.code}>{nodeId}</code>}
        {hasDraft ? (
          <Caution Shape={IconPencil} size={12} className={classes.draft}>
            {t('draft')}
          </Caution>
        ) : null}
        <div className={classes.lacks}>
          <CoverageMark coverage={coverage} look="words" />
        </div>
        <Owner node={node} />
      </div>
      <div className={classes.figure}>
        <span className="tabular">{failures === 0 ? <Dim>0</Dim> : format.number(failures)}</span>
        <span className={classes.unit}>{t('failures', { count: failures })}</span>
      </div>
      {onShow ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.show}
          aria-label={t('show', { name })}
          title={t('show', { name })}
          onClick={() => onShow(nodeId)}
        >
          <IconFocus2 size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function Owner({ node: { owner } }: { node: PictureNode }) {
  const t = useTranslations('picture');
  if (!owner) return null;
  return <div className={classes.owner}>{t(owner.inherited ? 'ownerInherited' : 'owner', { name: owner.name })}</div>;
}

/** Keeps the row of the marked node in sight within the list, without moving the page. */
function useScrollToMarked(region: RefObject<HTMLElement | null>): void {
  const marked = useMarked();
  useEffect(() => {
    const frame = region.current;
    const row = marked === null ? null : frame?.querySelector<HTMLElement>(`[data-row="${CSS.escape(marked)}"]`);
    if (!frame || !row || row.contains(document.activeElement) || row.matches(':hover')) return;
    const [top, bottom] = [row.offsetTop - frame.offsetTop, row.offsetTop - frame.offsetTop + row.offsetHeight];
    if (top < frame.scrollTop) frame.scrollTop = top;
    else if (bottom > frame.scrollTop + frame.clientHeight) frame.scrollTop = bottom - frame.clientHeight;
  }, [marked, region]);
}
