import { parseSource } from '../source/parse';
import { asList, asMap } from '../source/tree';

/** A Conductor document by the rows that it was made of: each part byte for byte, with the blanks around it. */
export interface ConductorParts {
  readonly workflow: string;
  readonly taskDefs: readonly string[];
}

/** Takes `{"workflow": …, "taskDefs": […]}` apart; null for a text that is none. */
export function partsOf(text: string): ConductorParts | null {
  const { tree } = parseSource(text, 'json');
  const root = tree && asMap(tree.root);
  const entry = (name: string) => root?.entries.find(({ key }) => key === name);
  const [workflow, rest] = [entry('workflow'), entry('taskDefs')];
  const list = rest && asList(rest.value);
  if (!workflow || !list) return null;
  // Between two values there is nothing but blanks and one comma.
  const endOf = (valueEnd: number) => valueEnd + text.slice(valueEnd).search(/[,\]}]/);
  let from = list.start + 1;
  const taskDefs = list.items.map(({ value }) => {
    const end = endOf(value.end);
    const part = text.slice(from, end);
    from = end + 1;
    return part;
  });
  return { workflow: text.slice(workflow.colonEnd, endOf(workflow.value.end)), taskDefs };
}
