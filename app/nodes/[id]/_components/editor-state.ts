import { sameJson } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';

/** What is written on a node at one moment, in the form and in its own text beside it. */
export interface Content {
  readonly document: JsonObject;
  /** The node's own text as it is shown; null = not asked for yet. */
  readonly text: string | null;
  /** Somebody typed in the text: it is kept as it is, and not only what it means. */
  readonly typed: boolean;
  /** The text whose meaning is in the document; what is typed after it is still to be read. */
  readonly held: string | null;
  readonly replaceEngineRetry: boolean;
}

export interface EditorState extends Content {
  readonly past: readonly Content[];
  readonly future: readonly Content[];
  /** When a key was last typed in the text, in ms; null = something else came after it. */
  readonly typedAt: number | null;
}

/** What both sides come to, as the server says it. */
export interface Agreement {
  readonly document: JsonObject;
  readonly text: string;
  readonly broken: boolean;
}

export type EditorEvent =
  | { readonly type: 'edit'; readonly document: JsonObject }
  /** A key in the text editor: the text after it, and the one that stood there before. */
  | { readonly type: 'type'; readonly text: string; readonly base: string; readonly at: number }
  | { readonly type: 'replaceEngineRetry'; readonly on: boolean }
  /** Another content as a whole, as an edit that can be undone. */
  | { readonly type: 'take'; readonly content: Partial<Content> }
  | { readonly type: 'agree'; readonly asked: Content; readonly agreement: Agreement }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'reset'; readonly content: Content };

const MAX_UNDO = 200;
/** Keys that follow each other faster are undone together. */
const TYPING_MS = 700;

/** A state without a history. */
export function stateOf(content: Content): EditorState {
  return { ...content, past: [], future: [], typedAt: null };
}

/** One history over both sides: form edits, typed text, and what each makes of the other. */
export function reduceEditor(state: EditorState, event: EditorEvent): EditorState {
  switch (event.type) {
    case 'edit':
      return sameJson(event.document, state.document) ? state : pushed(state, { document: event.document });
    case 'type':
      return typed(state, event);
    case 'replaceEngineRetry':
      return event.on === state.replaceEngineRetry ? state : pushed(state, { replaceEngineRetry: event.on });
    case 'take':
      return pushed(state, event.content);
    case 'agree':
      return sameContent(state, event.asked) ? { ...state, ...agreed(event.asked, event.agreement) } : state;
    case 'undo': {
      const before = state.past.at(-1);
      if (!before) return state;
      const future = [contentOf(state), ...state.future];
      return { ...before, past: state.past.slice(0, -1), future, typedAt: null };
    }
    case 'redo': {
      const [after, ...future] = state.future;
      return after ? { ...after, past: [...state.past, contentOf(state)], future, typedAt: null } : state;
    }
    case 'reset':
      return stateOf(event.content);
  }
}

/** A content once the server has brought its sides together; a text that cannot be read changes nothing. */
export function agreed(asked: Content, { document, text, broken }: Agreement): Content {
  if (broken) return asked;
  return { ...asked, document: sameJson(document, asked.document) ? asked.document : document, text, held: text };
}

/** The very same: nothing was written since. */
export function sameContent(a: Content, b: Content): boolean {
  return (
    a.document === b.document &&
    a.text === b.text &&
    a.typed === b.typed &&
    a.held === b.held &&
    a.replaceEngineRetry === b.replaceEngineRetry
  );
}

/** The text that a draft keeps: null where it is only what the form makes of it. */
export function keptText({ text, typed }: Pick<Content, 'text' | 'typed'>): string | null {
  return typed ? text : null;
}

/** Only what is written, without the history. */
export function contentOf({ document, text, typed, held, replaceEngineRetry }: Content): Content {
  return { document, text, typed, held, replaceEngineRetry };
}

function typed(state: EditorState, { text, base, at }: EditorEvent & { readonly type: 'type' }): EditorState {
  if (text === state.text) return state;
  // Typed before an answer was on screen: that text has not seen what the form made of it meanwhile.
  const held = base === state.text ? state.held : base;
  const goesOn = state.typedAt !== null && at - state.typedAt < TYPING_MS;
  if (goesOn) return { ...state, text, held, future: [], typedAt: at };
  return { ...pushed(state, { text, held, typed: true }), typedAt: at };
}

function pushed(state: EditorState, change: Partial<Content>): EditorState {
  const past = [...state.past, contentOf(state)].slice(-MAX_UNDO);
  return { ...contentOf(state), ...change, past, future: [], typedAt: null };
}
