import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { EdgeRefusal } from '@/app/_server/action';
import { MAX_DEFINITION_BYTES } from '@/lib/dialects/decode';
import { pairFiles } from '@/lib/workflows/file-names';
import type { ImportRefusal } from '@/lib/workflows/import';
import type { Side } from '@/lib/workflows/policy-merge';
import { importAction, previewAction } from '../actions';
import type { SaidPreview } from '../merge-words';
import { megabytes, textOf, toBase64 } from './bytes';
import { openNodes } from './merge-view';

/** A definition that a person brought, as bytes: its encoding is judged by the server. */
export interface Brought {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly sidecar: BroughtSidecar | null;
  /** Set: it came with many others, and is looked at by itself. */
  readonly item?: { readonly id: string; readonly batchId: string };
}

export interface BroughtSidecar {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Key below `importing.problems` or `common.refusals`, with its values. */
export interface Problem {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export type Unreadable = Extract<ImportRefusal, { reason: 'unreadable' }>;

interface State {
  readonly brought: Brought | null;
  readonly busy: 'reading' | 'weighing' | 'importing' | null;
  readonly problem: Problem | null;
  readonly unreadable: Unreadable | null;
  readonly preview: SaidPreview | null;
  /** Which side holds in a node in conflict, by node id. */
  readonly choices: ReadonlyMap<string, Side>;
  /** Goes up with each file that is read: what is shown then is to be read from its top. */
  readonly shown: number;
  /** Somebody was quicker: this preview is not the one that was confirmed. */
  readonly again: boolean;
}

const NOTHING: State = {
  ...{ brought: null, busy: null, problem: null, unreadable: null, preview: null, again: false },
  ...{ choices: new Map(), shown: 0 },
};

/** What was brought, what reading it said, and the way to the import. Errors never take the file away. */
export function useImport() {
  const [state, setState] = useState<State>(NOTHING);
  const router = useRouter();
  // A newer file makes the answer about an older one worthless.
  const turn = useRef(0);

  async function read(brought: Brought, again = false) {
    const mine = ++turn.current;
    setState((before) => ({ ...NOTHING, brought, busy: 'reading', preview: again ? before.preview : null }));
    const result = await answered(() => previewAction(toInput(brought)));
    if (mine !== turn.current) return;
    if (result.ok) setState({ ...NOTHING, brought, preview: result.value, again, shown: mine });
    else setState({ ...NOTHING, brought, ...refused(result.error) });
  }

  /** Null takes a choice back. Once all are made, the outcome is worked out, to be seen before it is imported. */
  async function decide(nodeId: string, side: Side | null) {
    const { brought, preview } = state;
    if (!brought || preview?.kind !== 'replaces') return;
    const choices = new Map(state.choices);
    if (side === null) choices.delete(nodeId);
    else choices.set(nodeId, side);
    const mine = ++turn.current;
    const open = openNodes(preview.merge, choices).length > 0;
    setState((before) => ({ ...before, choices, busy: open ? null : 'weighing', problem: null }));
    if (open) return;
    const result = await answered(() => previewAction({ ...toInput(brought), choices: listOf(choices) }));
    if (mine !== turn.current) return;
    const moved = result.ok && !sameStanding(result.value, preview);
    if (moved) return read(brought, true);
    setState((before) => ({
      ...before,
      busy: null,
      ...(result.ok ? { preview: result.value } : refused(result.error)),
    }));
  }

  /** `merge: false`: the file replaces what is here. */
  async function confirm({ merge = true }: { readonly merge?: boolean } = {}) {
    const { brought, preview, choices } = state;
    if (!brought || !preview || preview.kind === 'same') return;
    const mine = ++turn.current;
    setState((before) => ({ ...before, busy: 'importing', problem: null }));
    const { kind } = preview;
    const replace = kind === 'replaces' ? { workflowId: preview.workflowId, version: preview.version } : undefined;
    const decided = merge ? { choices: listOf(choices) } : { merge };
    const result = await answered(() =>
      importAction({ ...toInput(brought), ...decided, replace, item: brought.item?.id }),
    );
    if (mine !== turn.current) return;
    if (result.ok && brought.item) return router.push(`/import/batches/${brought.item.batchId}`);
    if (result.ok) return router.push(`/workflows/${result.value.workflowId}?imported=${kind}`);
    if (STALE.has(result.error.reason)) return read(brought, true);
    setState((before) => ({ ...before, busy: null, ...refused(result.error) }));
  }

  async function bringFiles(files: readonly File[]) {
    const pair = pairFiles(files);
    // Several definitions are an import of many files (use-many.ts).
    if (pair.kind === 'none' || pair.kind === 'several') return;
    if (pair.kind === 'strange_sidecar')
      return complain({ key: pair.kind, values: { found: pair.found, expected: pair.expected } });
    const [definition, sidecar] = await Promise.all([load(pair.definition), pair.sidecar && load(pair.sidecar)]);
    if (isProblem(definition)) return complain(definition);
    if (sidecar && isProblem(sidecar)) return complain(sidecar);
    await read({ ...definition, sidecar });
  }

  async function bringText(fileName: string, text: string) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > MAX_DEFINITION_BYTES) return complain(tooLarge(fileName, bytes.length));
    await read({ fileName, bytes, text, sidecar: null });
  }

  async function bringSidecar(file: File | null) {
    if (!state.brought || !file) return;
    const sidecar = await load(file);
    if (isProblem(sidecar)) return complain(sidecar);
    await read({ ...state.brought, sidecar });
  }

  function complain(problem: Problem) {
    setState((before) => ({ ...before, problem }));
  }

  return {
    ...state,
    bringFiles,
    /** What the server has already. */
    bringBack: read,
    bringText,
    bringSidecar,
    removeSidecar: () => state.brought && read({ ...state.brought, sidecar: null }),
    readAgain: () => state.brought && read(state.brought),
    decide,
    confirm,
    putAway: () => {
      turn.current++;
      setState(NOTHING);
    },
  };
}

/** Refusals after which the preview no longer holds. */
const STALE: ReadonlySet<string> = new Set([
  ...['exists', 'changed_meanwhile', 'same', 'drafts_at_risk'],
  ...['conflicts', 'choices_unknown', 'merge_refused'],
]);

function listOf(choices: ReadonlyMap<string, Side>) {
  return [...choices].map(([nodeId, side]) => ({ nodeId, side }));
}

/** Both are about the same version of the same workflow. */
function sameStanding(a: SaidPreview, b: SaidPreview): boolean {
  return a.kind === 'replaces' && b.kind === 'replaces' && a.workflowId === b.workflowId && a.version === b.version;
}

/** A lost connection or a refused body throws; here it is an answer like any other. */
async function answered<T>(ask: () => Promise<T>): Promise<T | { ok: false; error: { reason: 'connection' } }> {
  try {
    return await ask();
  } catch {
    return { ok: false, error: { reason: 'connection' } };
  }
}

function refused(error: ImportRefusal | EdgeRefusal | { reason: 'connection' }): Pick<State, 'problem' | 'unreadable'> {
  if (error.reason === 'unreadable') return { problem: null, unreadable: error };
  if ('nodes' in error && error.reason !== 'drafts_at_risk')
    return { problem: { key: error.reason, values: { nodes: error.nodes.slice(0, 8).join(', ') } }, unreadable: null };
  const issue = error.reason === 'invalid' ? error.issues?.[0]?.code : undefined;
  return { problem: { key: issue ?? error.reason }, unreadable: null };
}

function toInput({ fileName, bytes, sidecar }: Brought) {
  return { fileName, content: toBase64(bytes), sidecar: sidecar ? toBase64(sidecar.bytes) : undefined };
}

async function load(file: File): Promise<BroughtSidecar | Problem> {
  if (file.size > MAX_DEFINITION_BYTES) return tooLarge(file.name, file.size);
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes.length === 0) return { key: 'empty', values: { name: file.name } };
    return { fileName: file.name, bytes, text: textOf(bytes) };
  } catch {
    return { key: 'unreadable_here', values: { name: file.name } };
  }
}

function tooLarge(name: string, size: number): Problem {
  return { key: 'too_large', values: { name, size: megabytes(size), limit: megabytes(MAX_DEFINITION_BYTES) } };
}

function isProblem(loaded: BroughtSidecar | Problem): loaded is Problem {
  return 'key' in loaded;
}
