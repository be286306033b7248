'use client';

import dynamic from 'next/dynamic';
import type { StandardPart } from '@/lib/policy/vocabulary';
import { useEditor } from './editor-context';

// Most groups have no standard.
const StandardNoteBody = dynamic(() => import('./standard-note-body').then((module) => module.StandardNoteBody), {
  ssr: false,
});

/**
 * What the standard of the group that owns the node says of this part, where the entries do otherwise or are excused, and
 * one click to take it over. Nothing where the group has no standard, or says nothing of it, or where they agree.
 */
export function StandardNote({ part }: { part: StandardPart }) {
  const { node, standards, textAt } = useEditor();
  const slug = textAt(['owner']) || node.workflowOwner;
  const held = standards.find((each) => each.slug === slug);
  return held ? <StandardNoteBody part={part} held={held} /> : null;
}
