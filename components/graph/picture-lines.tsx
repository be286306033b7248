'use client';

import { ViewportPortal } from '@xyflow/react';
import { memo, useId } from 'react';
import type { PictureLayout, PlacedEdge } from '@/lib/insight/workflow-graph';
import { useMarked } from './marked-store';
import classes from './picture.module.css';

/** All steps between the nodes, as ELK routed them, behind the cards; those of the marked node stand out. */
export function PictureLines({ layout }: { layout: PictureLayout }) {
  const marked = useMarked();
  const arrow = useId();
  const touching = layout.edges.filter(({ from, to }) => from === marked || to === marked);
  return (
    <ViewportPortal>
      <svg className={classes.lines} width={layout.width} height={layout.height} aria-hidden>
        <defs>
          <Arrow id={arrow} className={classes.arrow} />
          <Arrow id={`${arrow}-marked`} className={classes.arrowMarked} />
        </defs>
        <Lines edges={layout.edges} marker={`url(#${arrow})`} />
        {touching.map((edge) => (
          <Line key={edge.id} edge={edge} marker={`url(#${arrow}-marked)`} marked />
        ))}
      </svg>
    </ViewportPortal>
  );
}

const Lines = memo(function Lines({ edges, marker }: { edges: readonly PlacedEdge[]; marker: string }) {
  return edges.map((edge) => <Line key={edge.id} edge={edge} marker={marker} />);
});

function Line({ edge, marker, marked }: { edge: PlacedEdge; marker: string; marked?: boolean }) {
  const points = edge.points.map(({ x, y }) => `${x},${y}`).join(' ');
  return (
    <polyline
      points={points}
      className={classes.line}
      data-failure={edge.failure || undefined}
      data-marked={marked}
      markerEnd={marker}
    />
  );
}

function Arrow({ id, className }: { id: string; className: string | undefined }) {
  return (
    <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path d="M0,0 L8,4 L0,8 z" className={className} />
    </marker>
  );
}
