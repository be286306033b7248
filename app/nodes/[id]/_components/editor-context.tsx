'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import type { Path } from '@/lib/policy/edit';
import { valueAt } from '@/lib/policy/edit';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { CodeFact, GroupOption, GroupStandard, NodeFacts } from './facts';
import type { PolicyEditor } from './use-policy-editor';

interface EditorContext {
  readonly editor: PolicyEditor;
  readonly node: NodeFacts;
  readonly codes: readonly CodeFact[];
  readonly groups: readonly GroupOption[];
  /** Of every group that has one. */
  readonly standards: readonly GroupStandard[];
  /** First error (else warning) at exactly this path, in words. */
  readonly messageAt: (path: Path, severity?: 'error' | 'warning') => string | null;
  /** Text of a scalar at a path, as typed. */
  readonly textAt: (path: Path) => string;
}

const Context = createContext<EditorContext | null>(null);

export function EditorProvider({
  editor,
  node,
  codes,
  groups,
  standards,
  children,
}: {
  editor: PolicyEditor;
  node: NodeFacts;
  codes: readonly CodeFact[];
  groups: readonly GroupOption[];
  standards: readonly GroupStandard[];
  children: ReactNode;
}) {
  const words = useDiagnosticText();
  const { document, diagnostics } = editor;
  const value = useMemo<EditorContext>(() => {
    const key = (path: Path) => path.join('\u0000');
    const at = new Map<string, Diagnostic>();
    for (const each of diagnostics) {
      const k = `${each.severity}\u0000${key(each.path ?? [])}`;
      if (!at.has(k)) at.set(k, each);
    }
    return {
      editor,
      node,
      codes,
      groups,
      standards,
      messageAt: (path, severity = 'error') => {
        const found = at.get(`${severity}\u0000${key(path)}`);
        return found ? words(found) : null;
      },
      textAt: (path) => {
        const found = valueAt(document, path);
        return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
      },
    };
  }, [editor, node, codes, groups, standards, diagnostics, document, words]);
  return <Context value={value}>{children}</Context>;
}

/** The policy being written, and what is known around it. */
export function useEditor(): EditorContext {
  const value = useContext(Context);
  if (!value) throw new Error('useEditor outside of EditorProvider');
  return value;
}
