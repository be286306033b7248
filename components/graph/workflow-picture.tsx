'use client';

import '@xyflow/react/dist/base.css';
import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { MiniMap, Panel, ReactFlow, ReactFlowProvider, useReactFlow, useStoreApi } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PictureLayout } from '@/lib/insight/workflow-graph';
import { arrowTarget, isArrow } from '@/lib/insight/workflow-keys';
import { type Colouring, failureLevel, type PictureNode, standingOf } from '@/lib/insight/workflow-node';
import { useMarkedStore } from './marked-store';
import classes from './picture.module.css';
import { type CardNode, ColouringContext, PictureCard } from './picture-card';
import { PictureFacts } from './picture-facts';
import { PictureLines } from './picture-lines';
import { firstView, READABLE, viewOf } from './picture-view';

export interface PictureHandle {
  /** Brings a node into sight and gives it the focus. */
  readonly show: (nodeId: string) => void;
}

export interface WorkflowPictureProps {
  readonly layout: PictureLayout;
  readonly nodes: readonly PictureNode[];
  readonly colouring: Colouring;
  readonly worst: number;
  readonly label: string;
  readonly ref?: Ref<PictureHandle>;
}

/** The workflow drawn: panned and zoomed, never edited. Wheel alone scrolls the page; with Ctrl it zooms. */
export function WorkflowPicture(props: WorkflowPictureProps) {
  const { nodes, colouring, worst } = props;
  const byId = useMemo(() => new Map(nodes.map((node) => [node.nodeId, node])), [nodes]);
  const colours = useMemo(() => ({ colouring, worst }), [colouring, worst]);
  return (
    <ColouringContext value={colours}>
      <div className={classes.place}>
        <ReactFlowProvider>
          <Canvas {...props} byId={byId} />
        </ReactFlowProvider>
      </div>
      <PictureFacts nodes={byId} />
    </ColouringContext>
  );
}

const NODE_TYPES = { card: PictureCard };
/** From so many nodes on, only those in sight are drawn, and a map shows where one is. */
const LARGE = 60;
const GLIDE_MS = 200;
/** Drawing what has just come into sight takes a moment. */
const FRAMES_TO_WAIT = 20;

function Canvas({
  layout,
  byId,
  colouring,
  worst,
  label,
  ref,
}: WorkflowPictureProps & { byId: ReadonlyMap<string, PictureNode> }) {
  const t = useTranslations('picture');
  const still = useReducedMotion();
  const flow = useReactFlow();
  const size = useStoreApi();
  const store = useMarkedStore();
  const region = useRef<HTMLDivElement>(null);
  const last = useRef(layout.nodes[0]?.id ?? '');
  const [inside, setInside] = useState(false);
  const [far, setFar] = useState(false);
  const nodes = useMemo(() => cardsOf(layout, byId), [layout, byId]);
  const large = nodes.length > LARGE;

  const show = useCallback(
    async (nodeId: string) => {
      const box = layout.nodes.find(({ id }) => id === nodeId);
      if (!box) return;
      last.current = nodeId;
      const { width, height } = size.getState();
      const view = flow.getViewport();
      const next = viewOf(box, view, layout, { width, height });
      if (next !== view) await flow.setViewport(next, { duration: still ? 0 : GLIDE_MS });
      await focusCard(region.current, nodeId);
    },
    [layout, flow, size, still],
  );
  // The page keeps the handle in its state: a new one at each drawing would draw it for ever.
  useImperativeHandle(ref, () => ({ show: (nodeId) => void show(nodeId) }), [show]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Escape' && document.activeElement instanceof HTMLElement) {
      document.activeElement.blur();
      return;
    }
    const focused = document.activeElement?.closest('[data-card]')?.getAttribute('data-card');
    if (!isArrow(event.key) || focused == null) return;
    event.preventDefault();
    const target = arrowTarget(layout, focused, event.key);
    if (target !== null) void show(target);
  };
  const colourOf = (id: string) => {
    const node = byId.get(id);
    if (!node) return 'var(--fp-line)';
    return colouring === 'coverage'
      ? COVERAGE_COLOURS[standingOf(node)]
      : LEVEL_COLOURS[failureLevel(node.failures, worst)];
  };

  return (
    <ReactFlow<CardNode>
      ref={region}
      className={classes.canvas}
      data-far={far || undefined}
      aria-label={label}
      aria-describedby="picture-keys"
      tabIndex={inside ? -1 : 0}
      onFocus={(event) => {
        setInside(true);
        if (event.target === region.current) void show(last.current);
        else last.current = event.target.closest('[data-card]')?.getAttribute('data-card') ?? last.current;
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setInside(false);
      }}
      onKeyDown={onKeyDown}
      nodes={nodes}
      edges={NO_EDGES}
      nodeTypes={NODE_TYPES}
      onInit={(instance) => {
        const place = region.current?.getBoundingClientRect() ?? size.getState();
        const view = firstView(layout, place);
        void instance.setViewport(view);
        setFar(view.zoom < READABLE);
      }}
      onMove={(_, { zoom }) => setFar(zoom < READABLE)}
      onPaneMouseLeave={() => store.mark(null)}
      minZoom={0.03}
      maxZoom={1.6}
      onlyRenderVisibleElements={large}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      panActivationKeyCode={null}
      zoomOnScroll={false}
      preventScrolling={false}
      zoomOnDoubleClick={false}
      attributionPosition="bottom-left"
    >
      <PictureLines layout={layout} />
      <Panel position="top-right" className={classes.buttons}>
        <Tool label={t('zoomIn')} onClick={() => void flow.zoomIn()}>
          <IconPlus size={16} aria-hidden />
        </Tool>
        <Tool label={t('zoomOut')} onClick={() => void flow.zoomOut()}>
          <IconMinus size={16} aria-hidden />
        </Tool>
        <Tool label={t('fit')} onClick={() => void flow.fitView({ padding: 0.04, duration: still ? 0 : GLIDE_MS })}>
          <IconMaximize size={16} aria-hidden />
        </Tool>
      </Panel>
      {large ? (
        <MiniMap<CardNode>
          position="bottom-right"
          pannable
          ariaLabel={t('map')}
          className={classes.map}
          style={MAP_SIZE}
          nodeColor={({ id }) => colourOf(id)}
          nodeStrokeWidth={0}
        />
      ) : null}
    </ReactFlow>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="default" size={32} aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

const NO_EDGES: never[] = [];
const MAP_SIZE = { width: 168, height: 112 };
const COVERAGE_COLOURS = {
  proven: 'var(--fp-good)',
  simulated: 'color-mix(in srgb, var(--fp-good) 55%, var(--fp-surface))',
  configured: 'var(--mantine-color-dimmed)',
  stale: 'color-mix(in srgb, var(--fp-transient) 55%, var(--fp-surface))',
  incomplete: 'var(--fp-transient)',
  urgent: 'var(--fp-terminal)',
  quiet: 'var(--fp-series-rest)',
} as const;
const LEVEL_COLOURS = [
  'var(--fp-series-rest)',
  'color-mix(in srgb, var(--fp-terminal) 35%, var(--fp-surface))',
  'color-mix(in srgb, var(--fp-terminal) 65%, var(--fp-surface))',
  'var(--fp-terminal)',
] as const;

function cardsOf(layout: PictureLayout, byId: ReadonlyMap<string, PictureNode>): CardNode[] {
  return layout.nodes.flatMap(({ id, x, y, width, height, container }, index): CardNode[] => {
    const node = byId.get(id);
    if (!node) return [];
    return [
      {
        id,
        type: 'card',
        position: { x, y },
        ...{ width, height },
        zIndex: container ? 0 : 2,
        data: { node, place: index + 1, of: layout.nodes.length, container },
        // The card within is a link and says all; the frame around it says nothing.
        domAttributes: { 'aria-roledescription': undefined },
      },
    ];
  });
}

/** Focuses a card as soon as it is drawn; the view has moved there already. */
async function focusCard(region: HTMLElement | null, nodeId: string): Promise<void> {
  for (let frame = 0; frame < FRAMES_TO_WAIT; frame++) {
    const card = region?.querySelector<HTMLElement>(`[data-card="${CSS.escape(nodeId)}"]`);
    if (card) {
      card.focus({ preventScroll: true });
      return;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
