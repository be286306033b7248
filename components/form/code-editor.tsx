'use client';

import { indentWithTab, standardKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useMantineStyleNonce } from '@mantine/core';
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import classes from './code-editor.module.css';
import { lineChanges } from './line-changes';

export type CodeLanguage = 'yaml' | 'json';

/** Something to be underlined: UTF-16 offsets in the text, and a sentence. */
export interface CodeMark {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface CodeEditorHandle {
  /** Puts the cursor there, in sight, and the keyboard into the editor. */
  goTo(offset: number): void;
}

interface Props {
  readonly value: string;
  readonly language: CodeLanguage;
  /** Names the editor to assistive technology; `describedBy` is the id of what explains it. */
  readonly label: string;
  readonly describedBy?: string;
  readonly readOnly?: boolean;
  /** What is underlined, and the text that the offsets are of. */
  readonly marks: { readonly of: string; readonly list: readonly CodeMark[] };
  /** What the value is now, where that may be ahead of `value`. */
  readonly valueNow: () => string;
  /** Called with each key, before the next one can come: the text after it and before it. */
  readonly onChange: (value: string, before: string) => void;
  /** The history belongs to whoever holds the value. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSave: () => void;
  readonly handle?: RefObject<CodeEditorHandle | null>;
}

/** Marks a change that came from outside, so that it is not reported as typed. */
const fromOutside = Annotation.define<true>();

/**
 * A text editor for the lines of a definition (CodeMirror). It holds no history of its own: the value
 * is the truth, and what comes from outside is put in by its differences. Heavy: load it when it is shown.
 */
export function CodeEditor(props: Props) {
  const { value, language, label, describedBy, readOnly = false, marks, handle } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const styleNonce = useRef(useMantineStyleNonce()?.());
  const latest = useRef(props);
  /** An undo or redo is under way: what it changes is what one wants to see. */
  const stepping = useRef(false);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (!host.current) return;
    const languageOf = new Compartment();
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...look(styleNonce.current),
          languageOf.of([]),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({
            'aria-label': label,
            tabindex: '0',
            ...(describedBy && { 'aria-describedby': describedBy }),
          }),
          Prec.high(keymap.of(keysOf(latest, stepping))),
          keymap.of([...standardKeymap, ...lintKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((each) => each.annotation(fromOutside))) return;
            latest.current.onChange(update.state.doc.toString(), update.startState.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    void languageExtension(language).then((extension) => {
      if (view.current === editor) editor.dispatch({ effects: languageOf.reconfigure(extension) });
    });
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [language, label, describedBy, readOnly]);

  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor) return;
    // A render may be about a text of some keys ago: those keys stay.
    const now = latest.current.valueNow();
    if (now !== value) return;
    const changes = lineChanges(editor.state.doc.toString(), now);
    if (changes.length === 0) return;
    const last = editor.state.changes([...changes]);
    const end = Math.max(...changes.map(({ to }) => last.mapPos(to, 1)));
    editor.dispatch({
      changes: last,
      annotations: fromOutside.of(true),
      ...(stepping.current && { selection: { anchor: end }, scrollIntoView: true }),
    });
    stepping.current = false;
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() !== marks.of) return;
    const { doc } = editor.state;
    const within = marks.list.map((mark) => {
      const from = Math.min(mark.from, doc.length);
      // Only the first line of a range is underlined: more of it says no more.
      return { ...mark, from, to: Math.max(from, Math.min(mark.to, doc.lineAt(from).to)) };
    });
    editor.dispatch(setDiagnostics(editor.state, within));
  }, [marks]);

  useImperativeHandle(handle, () => ({
    goTo: (offset) => {
      const editor = view.current;
      if (!editor) return;
      const anchor = Math.min(offset, editor.state.doc.length);
      editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      editor.focus();
    },
  }));

  return <div ref={host} className={classes.editor} />;
}

function keysOf(latest: RefObject<Props>, stepping: RefObject<boolean>) {
  const run = (act: (props: Props) => void) => () => {
    act(latest.current);
    return true;
  };
  const step = (act: (props: Props) => void) => () => {
    stepping.current = true;
    return run(act)();
  };
  return [
    {
      key: 'Mod-z',
      run: step(({ onUndo }) => onUndo()),
      shift: step(({ onRedo }) => onRedo()),
      preventDefault: true,
    },
    { key: 'Mod-y', run: step(({ onRedo }) => onRedo()), preventDefault: true },
    { key: 'Mod-s', run: run(({ onSave }) => onSave()), preventDefault: true },
  ];
}

/** Each language is a script of its own, loaded when one is shown. */
async function languageExtension(language: CodeLanguage): Promise<Extension> {
  if (language === 'json') return (await import('@codemirror/lang-json')).json();
  return (await import('@codemirror/lang-yaml')).yaml();
}

function look(nonce: string | undefined): Extension[] {
  return [
    lineNumbers(),
    lintGutter(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    indentOnInput(),
    bracketMatching(),
    indentUnit.of('  '),
    EditorView.lineWrapping,
    syntaxHighlighting(HIGHLIGHT),
    THEME,
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
  ];
}

/** The default colours of each kind of word, in the colours of the product, for light and dark alike. */
const COLOURS: Readonly<Record<string, string>> = {
  '#00c': 'var(--fp-code-key)',
  '#00f': 'var(--fp-code-key)',
  '#a11': 'var(--fp-good)',
  '#164': 'var(--fp-transient)',
  '#219': 'var(--fp-transient)',
  '#940': 'var(--mantine-color-dimmed)',
  '#708': 'var(--fp-code-key)',
  '#404740': 'var(--mantine-color-dimmed)',
};

const HIGHLIGHT = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) =>
    typeof spec.color === 'string' ? { ...spec, color: COLOURS[spec.color] ?? 'inherit' } : spec,
  ),
);

const THEME = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--mantine-color-text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--fp-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--fp-sunken)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--mantine-primary-color-filled) 28%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--fp-neutral-bg)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--fp-surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--fp-line)',
    borderRadius: 'var(--mantine-radius-sm)',
    maxWidth: 'min(480px, 90vw)',
  },
  '.cm-diagnostic': { fontFamily: 'var(--mantine-font-family)', fontSize: '13px', padding: '6px 10px' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--fp-terminal) 1.5px', backgroundImage: 'none' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--fp-transient) 1.5px', backgroundImage: 'none' },
  '.cm-lintRange-info': {
    textDecoration: 'underline dotted var(--mantine-color-dimmed) 1.5px',
    backgroundImage: 'none',
  },
});
