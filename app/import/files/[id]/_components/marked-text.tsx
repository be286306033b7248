'use client';

import { type RefObject, useEffect, useMemo } from 'react';
import { CodeEditor, type CodeEditorHandle, type CodeMark } from '@/components/form/code-editor';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { EditorText } from './editor-text';

interface Props {
  readonly held: EditorText;
  readonly fileName: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly label: string;
  readonly describedBy: string;
  /** Offset that is brought into sight first; null: the beginning. */
  readonly at: number | null;
  readonly handle: RefObject<CodeEditorHandle | null>;
}

/** A text to be read, with what is wrong underlined where it stands. */
export function MarkedText({ held, fileName, diagnostics, label, describedBy, at, handle }: Props) {
  const words = useDiagnosticText();
  const marks = useMemo(() => {
    const list = diagnostics.flatMap(({ place, ...each }): CodeMark[] =>
      place
        ? [{ from: held.at(place.start), to: held.at(place.end), severity: each.severity, message: words(each) }]
        : [],
    );
    return { of: held.text, list };
  }, [held, diagnostics, words]);
  useEffect(() => {
    if (at !== null) handle.current?.goTo(held.at(at));
  }, [at, held, handle]);
  return (
    <CodeEditor
      value={held.text}
      language={/^\s*[{[]/.test(held.text) || /\.json$/i.test(fileName) ? 'json' : 'yaml'}
      label={label}
      describedBy={describedBy}
      readOnly
      marks={marks}
      valueNow={() => held.text}
      onChange={nothing}
      onUndo={nothing}
      onRedo={nothing}
      onSave={nothing}
      handle={handle}
    />
  );
}

function nothing() {}
