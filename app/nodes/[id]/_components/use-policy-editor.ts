'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { NodeRowId } from '@/lib/model/ids';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { sameJson } from '@/lib/policy/document';
import { type Path, setAt } from '@/lib/policy/edit';
import type { Judgement } from '@/lib/policy/judgement';
import type { Json, JsonObject } from '@/lib/shared/json';
import { unkeepable } from '@/lib/workflows/draft-limits';
import type { Draft } from '@/lib/workflows/drafts';
import { putBackAction } from '../actions';
import { askPreview } from './ask-preview';
import { type Content, contentOf, keptText } from './editor-state';
import { findingsOf } from './findings';
import { newSlotName, ownSlot } from './local-copy';
import { useEditorStore } from './use-editor-store';
import { useJudgement } from './use-judgement';
import { useKeptEntries } from './use-kept-entries';
import { type Baseline, useSaving } from './use-saving';
import { useSides } from './use-sides';

/**
 * The state of a policy being written, in the form and in the node's own text: the document, what is
 * wrong with it, whether it is saved, and what publishing would do. `textShown`: the text is on screen.
 */
export function usePolicyEditor(node: {
  id: NodeRowId;
  actorId: string;
  published: Baseline;
  draft: Draft | null;
  inheritedOwner: string | null;
  /** What people have added to the catalogue. */
  catalogue: CatalogueExtra;
  /** What the server made of the draft, else of what is published. */
  judged: Judgement;
  /** Retry blocks of the engine in the published text. */
  engineRetry: readonly JsonObject[];
  /** The page was rendered earlier in this window and is shown again. */
  fromMemory: boolean;
  textShown: boolean;
}) {
  const [baseline, setBaseline] = useState<Baseline>(baselineOf(node.draft, node.published));
  const { state, store } = useEditorStore(() => contentAtStart(node.draft, node.published));
  const { current, dispatch } = store;
  const { document, text, typed, replaceEngineRetry } = state;

  const written = state.past.length + state.future.length > 0;
  const wanted = node.textShown || node.draft !== null || written;
  const sides = useSides(node.id, store, { wanted, version: baseline.version });
  const { preview, settle, lastRead } = sides;
  const owner = `${node.id}.${node.actorId}`;
  const [slot] = useState(() => ownSlot(owner, newSlotName()));
  const saving = useSaving({
    ...{ nodeRowId: node.id, slot, store, baseline, draft: node.draft, settle },
    fromMemory: node.fromMemory,
  });
  const { save, theirDraft, publishedVersion, revision, settleOn, overTheirs, setPublishedVersion, enqueue } = saving;
  const kept = useKeptEntries({ nodeRowId: node.id, owner, own: slot.name, store, baseline, revision });

  /** Starts anew from what the server has now. */
  const startFrom = useCallback(
    (next: { content: Content; baseline: Baseline; revision: number }) => {
      settleOn(next);
      setBaseline(next.baseline);
      dispatch({ type: 'reset', content: next.content });
    },
    [settleOn, dispatch],
  );

  const untouched = !written && (save === 'published' || save === 'draft');
  const lastServed = useRef({ draft: node.draft, published: node.published });
  useEffect(() => {
    const { draft, published } = lastServed.current;
    if (draft === node.draft && published === node.published) return;
    lastServed.current = { draft: node.draft, published: node.published };
    const served = node.draft?.revision ?? 0;
    const next = contentAtStart(node.draft, node.published);
    // The revision alone does not say it: a page out of memory knows the last one, and still shows the entries before.
    const shown = sameJson(next.document, current.current.document) && [null, current.current.text].includes(next.text);
    const known = served === revision.current && node.published.version === publishedVersion;
    if (!untouched || (known && shown)) return;
    // The page came from the browser's memory and has been fetched anew since: what is kept now holds.
    startFrom({
      content: next,
      baseline: baselineOf(node.draft, node.published),
      revision: served,
    });
    setPublishedVersion(node.published.version);
  }, [node.draft, node.published, untouched, publishedVersion, revision, current, startFrom, setPublishedVersion]);

  const judged = useJudgement(document, node, node.judged);
  const unkept = useMemo(() => unkeepable({ document, text: keptText({ text, typed }) }), [document, text, typed]);
  const found = useMemo(
    () => findingsOf({ judged: judged.diagnostics, preview, unkept, text }),
    [judged.diagnostics, preview, unkept, text],
  );
  const broken = typed && (preview?.broken === true || unkept.some(({ place }) => place !== undefined));

  return {
    document,
    text,
    replaceEngineRetry,
    baseline,
    save,
    obstacle: saving.obstacle,
    keptHere: saving.keptHere,
    preview,
    /** The text cannot be read: only it can go on, or go back. */
    broken,
    /** The server did not say what both sides come to; it is asked again with the next save. */
    unanswered: sides.failed,
    theirDraft,
    publishedVersion,
    kept,
    policy: judged.policy,
    diagnostics: found.ofForm,
    /** Retry blocks of the engine, as the text has them now. */
    engineRetry: preview && !preview.broken ? preview.engineRetry : node.engineRetry,
    /** Everything that forbids to publish, on either side. */
    problems: found.problems,
    /** What is wrong with the text and not with the policy, with places in the text. */
    textFindings: found.ofText,
    /** What is to be marked in the text, and the text that the places are of. */
    marked: found.marked,
    /** Something cannot be kept at all: form and text wait for it to be changed, and the server is not asked. */
    unkept: unkept.length > 0,
    changed:
      !sameJson(document, baseline.document) || replaceEngineRetry || (typed && (broken || preview?.changed !== false)),
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    edit: useCallback((next: JsonObject) => dispatch({ type: 'edit', document: next }), [dispatch]),
    set: useCallback(
      (path: Path, value: Json | undefined) => dispatch({ type: 'edit', document: setAt(document, path, value) }),
      [document, dispatch],
    ),
    /** A text typed over another one: what stood in the editor before the key. */
    type: useCallback(
      (next: string, base: string) => dispatch({ type: 'type', text: next, base, at: Date.now() }),
      [dispatch],
    ),
    /** What publishing would write if this node got a copy of what it shares; null = not to be had now. */
    previewCopy: useCallback(async () => {
      const answer = await askPreview(node.id, contentOf(current.current), { copyShared: true }).catch(() => null);
      return answer?.ok ? answer.value.write : null;
    }, [node.id, current]),
    /** The text as it is now, which may be ahead of what is on screen. */
    textNow: useCallback(() => current.current.text ?? '', [current]),
    setReplaceEngineRetry: (on: boolean) => dispatch({ type: 'replaceEngineRetry', on }),
    undo: useCallback(() => dispatch({ type: 'undo' }), [dispatch]),
    redo: useCallback(() => dispatch({ type: 'redo' }), [dispatch]),
    /** The last text that could be read, in place of what is there now; what was typed can be had back by undo. */
    backToHeld: () => {
      const read = lastRead.current;
      dispatch({ type: 'take', content: read === null ? { typed: false, held: null } : { text: read, held: read } });
    },
    /** The platform's part of the text as it is published; false where the text cannot be read. */
    putPlatformBack: async () => {
      const result = text === null ? null : await putBackAction({ nodeRowId: node.id, text }).catch(() => null);
      if (result?.ok && result.value !== null) dispatch({ type: 'take', content: { text: result.value, typed: true } });
      return result?.ok === true && result.value !== null;
    },
    /** An edit like any other, so that it can be undone: a draft that says what is published is none. */
    discard: (published: Baseline) => {
      setBaseline(published);
      dispatch({ type: 'take', content: { document: published.document, typed: false, replaceEngineRetry: false } });
    },
    /** Saves at once, waiting for saves under way: what has been kept, or null. */
    flush: saving.flush,
    /** Starts anew from what has just been published. */
    restart: (published: Baseline) => {
      const { text: shown } = current.current;
      const next = { document: published.document, text: shown, typed: false, held: shown, replaceEngineRetry: false };
      startFrom({ content: next, baseline: published, revision: 0 });
    },
    /** Keeps what is on screen, from now on against what somebody else published. */
    rebase: (published: Baseline) => {
      setPublishedVersion(published.version);
      setBaseline(published);
    },
    /** After a draft conflict: mine replaces theirs, or theirs is taken over. */
    settleDraft: (choice: 'mine' | 'theirs') => {
      if (!theirDraft) return;
      overTheirs(theirDraft);
      if (choice === 'mine') void enqueue();
      else dispatch({ type: 'take', content: contentAtStart(theirDraft, node.published) });
    },
  };
}

export type PolicyEditor = ReturnType<typeof usePolicyEditor>;

function baselineOf(draft: Draft | null, published: Baseline): Baseline {
  return draft ? { document: draft.base, version: draft.baseVersion } : published;
}

function contentAtStart(draft: Draft | null, published: Baseline): Content {
  const { document, text, replaceEngineRetry } = draft ?? { ...published, text: null, replaceEngineRetry: false };
  return { document, text, typed: text !== null, held: text, replaceEngineRetry };
}
