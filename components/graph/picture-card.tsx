'use client';

import { IconPencil } from '@tabler/icons-react';
import type { Node, NodeProps } from '@xyflow/react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { createContext, memo, useContext } from 'react';
import { CoverageShape } from '@/components/policy/coverage-shape';
import { type Colouring, failureLevel, type PictureNode, standingOf } from '@/lib/insight/workflow-node';
import { useMarkedStore, useMarkOf } from './marked-store';
import classes from './picture.module.css';
import { FailureBars, KindShape } from './standing-mark';
import { useNodeWords } from './use-node-words';

/** What a card of the picture shows; `place`: which of how many it is, in the order of the text. */
export interface CardData extends Record<string, unknown> {
  readonly node: PictureNode;
  readonly place: number;
  readonly of: number;
  readonly container: boolean;
}
export type CardNode = Node<CardData, 'card'>;

/** How all cards are coloured; `worst`: failures of the node that has most. */
export const ColouringContext = createContext<{ readonly colouring: Colouring; readonly worst: number }>({
  colouring: 'coverage',
  worst: 0,
});

/** A node as a card, which is the link to its page; a container is a frame with its card at the head. */
export const PictureCard = memo(function PictureCard({ data }: NodeProps<CardNode>) {
  const { node, container } = data;
  const { marked, leftOut } = useMarkOf(node.nodeId);
  const store = useMarkedStore();
  const { colouring, worst } = useContext(ColouringContext);
  const words = useNodeWords();
  const t = useTranslations('picture');
  const card = (
    <Link
      href={`/nodes/${node.id}`}
      prefetch={false}
      // Tab enters the picture once; within it the arrow keys move.
      tabIndex={-1}
      draggable={false}
      className={classes.card}
      title={node.name}
      aria-label={words.label(node, data)}
      data-card={node.nodeId}
      data-standing={colouring === 'coverage' ? standingOf(node) : undefined}
      data-level={colouring === 'failures' ? failureLevel(node.failures, worst) : undefined}
      data-marked={marked || undefined}
      data-left-out={leftOut || undefined}
      onPointerEnter={() => store.mark(node.nodeId)}
      onPointerLeave={() => store.mark(null)}
      onFocus={() => store.mark(node.nodeId)}
      onBlur={() => store.mark(null)}
    >
      <span className={classes.head}>
        <KindShape kind={node.kind} />
        <span className={classes.name}>{node.name}</span>
      </span>
      <span className={classes.foot}>
        {colouring === 'coverage' ? (
          <>
            <CoverageShape standing={standingOf(node)} />
            <span className={classes.word}>{words.standing(node)}</span>
          </>
        ) : (
          <>
            <FailureBars level={failureLevel(node.failures, worst)} />
            <span className={`${classes.word} tabular`}>{words.failures(node)}</span>
          </>
        )}
        {node.hasDraft ? (
          <span className={classes.draft} title={t('draft')}>
            <IconPencil size={13} stroke={2} aria-hidden />
          </span>
        ) : null}
      </span>
    </Link>
  );
  return container ? <div className={classes.container}>{card}</div> : card;
});
