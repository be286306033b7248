import { parseSource } from '../source/parse';
import { asList, asMap, lookup } from '../source/tree';

/** A Conductor document by the rows that it was made of: each part byte for byte. */
export interface ConductorParts {
  readonly workflow: string;
  readonly taskDefs: readonly string[];
}

/** Takes `{"workflow": …, "taskDefs": […]}` apart; null for a text that is none. */
export function partsOf(text: string): ConductorParts | null {
  const { tree } = parseSource(text, 'json');
  const root = tree && asMap(tree.root);
  const workflow = root && lookup(root, 'workflow');
  const taskDefs = root && asList(lookup(root, 'taskDefs'));
  if (!workflow || !taskDefs) return null;
  return {
    workflow: text.slice(workflow.start, workflow.end),
    taskDefs: taskDefs.items.map(({ value }) => text.slice(value.start, value.end)),
  };
}
