'use client';

import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSitemap } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type Ref, Suspense, use, useId, useState } from 'react';
import { createMarkedStore, MarkedContext } from '@/components/graph/marked-store';
import { PictureLegend } from '@/components/graph/picture-legend';
import type { PictureHandle } from '@/components/graph/workflow-picture';
import { COLOURINGS, type Colouring, colouringOf, type PictureNode } from '@/lib/insight/workflow-node';
import type { WorkflowPicture as Picture } from '@/lib/insight/workflow-queries';
import classes from './board.module.css';
import { NodeList } from './node-list';

const WorkflowPicture = dynamic(
  () => import('@/components/graph/workflow-picture').then((module) => module.WorkflowPicture),
  { ssr: false, loading: () => <Skeleton className={classes.waiting} /> },
);

/** Wide enough for the picture beside the list; below, the list comes first and the picture on demand. */
const WIDE = '(min-width: 62em)';

/** The workflow's nodes twice: as a picture of the flow and as a list, each showing where one is in the other. */
export function WorkflowBoard({
  nodes,
  picture: drawn,
  colourBy,
  name,
}: {
  nodes: readonly PictureNode[];
  /** Comes when it is laid out; the page does not wait for it. */
  picture: Promise<Picture>;
  /** As the URL said when the page was asked for. */
  colourBy: Colouring;
  name: string;
}) {
  const t = useTranslations('picture');
  const id = useId();
  const [store] = useState(createMarkedStore);
  const [opened, setOpened] = useState(false);
  const wide = useMediaQuery(WIDE) ?? false;
  const { colouring, setColouring } = useColouring(colourBy);
  const [picture, setPicture] = useState<PictureHandle | null>(null);
  const worst = nodes.reduce((most, { failures }) => Math.max(most, failures), 0);
  const shown = wide || opened;
  return (
    <MarkedContext value={store}>
      <div className={classes.board}>
        <div className={classes.picture} id={id}>
          <Button
            className={classes.open}
            variant="default"
            leftSection={<IconSitemap size={16} aria-hidden />}
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => setOpened(!opened)}
          >
            {opened ? t('close') : t('open')}
          </Button>
          <div className={classes.drawing} data-shown={opened || undefined}>
            <div className={classes.bar}>
              <div className={classes.colourBy}>
                <span aria-hidden>{t('colourBy.label')}</span>
                <SegmentedControl
                  size="xs"
                  aria-label={t('colourBy.label')}
                  value={colouring}
                  onChange={(value) => setColouring(colouringOf(value))}
                  data={COLOURINGS.map((value) => ({ value, label: t(`colourBy.${value}`) }))}
                />
              </div>
              <Suspense>
                <Legend drawn={drawn} nodes={nodes} colouring={colouring} worst={worst} />
              </Suspense>
            </div>
            <Suspense fallback={<Skeleton className={classes.waiting} />}>
              {shown ? (
                <Drawing {...{ drawn, nodes, colouring, worst }} handle={setPicture} label={t('label', { name })} />
              ) : (
                <div className={classes.waiting} />
              )}
            </Suspense>
          </div>
        </div>
        <NodeList nodes={nodes} onShow={picture ? picture.show : null} />
      </div>
    </MarkedContext>
  );
}

function Drawing({
  drawn,
  handle,
  ...rest
}: {
  drawn: Promise<Picture>;
  nodes: readonly PictureNode[];
  colouring: Colouring;
  worst: number;
  label: string;
  handle: Ref<PictureHandle>;
}) {
  const t = useTranslations('picture');
  const picture = use(drawn);
  if (picture.kind === 'none') return <p className={classes.none}>{t(`none.${picture.reason}`)}</p>;
  const { layout } = picture;
  return (
    <>
      <WorkflowPicture ref={handle} layout={layout} {...rest} />
      <p className={classes.keys} id="picture-keys">
        {t('keys')}
      </p>
      {layout.missing.length > 0 ? (
        <p className={classes.missing}>
          {t('missing', {
            count: layout.missing.length,
            steps: layout.missing
              .slice(0, MAX_MISSING)
              .map(({ from, to }) => `${from} → ${to}`)
              .join(t('comma')),
          })}
        </p>
      ) : null}
    </>
  );
}

const MAX_MISSING = 5;

function Legend({
  drawn,
  ...rest
}: {
  drawn: Promise<Picture>;
  nodes: readonly PictureNode[];
  colouring: Colouring;
  worst: number;
}) {
  const picture = use(drawn);
  if (picture.kind === 'none') return null;
  return <PictureLegend {...rest} catchers={picture.layout.edges.some(({ failure }) => failure)} />;
}

/** The colouring stands in the URL, so that a link shows the same; switching asks nothing of the server. */
function useColouring(first: Colouring) {
  const [colouring, setColouring] = useState(first);
  const change = (next: Colouring) => {
    setColouring(next);
    const url = new URL(window.location.href);
    if (next === 'coverage') url.searchParams.delete('colour');
    else url.searchParams.set('colour', next);
    window.history.replaceState(null, '', url);
  };
  return { colouring, setColouring: change };
}
