import type { Diagnostic } from '@/lib/shared/diagnostic';
import { longName, MAX_DEPTH } from '../source/limits';
import {
  asList,
  asMap,
  asString,
  lookup,
  ownEntry,
  type SourceItem,
  type SourceMap,
  type SourceNode,
  type SourceTree,
  toJson,
} from '../source/tree';
import { type ArgoTemplate, type ArgoWorkflow, templateAt } from './template';

/** A step or task, or a template that no step of the text runs: an entry point, an exit handler, a part of other workflows. */
export interface ArgoNode {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly next: readonly string[];
  /** Null where the template itself is the node. */
  readonly step: ArgoStep | null;
  /** Null: none of this text. */
  readonly template: ArgoTemplate | null;
  /** No other node of the text goes by its template. */
  readonly alone: boolean;
  readonly spec: SourceMap;
}

export interface ArgoStep {
  readonly name: string;
  readonly item: SourceItem;
  readonly map: SourceMap;
  /** Name of the template that it runs, as written. */
  readonly calls: string | null;
  /** `templateRef`: the WorkflowTemplate, in another file, whose template it runs. */
  readonly reference: string | null;
}

/** A node before it has an id. */
interface Found {
  readonly workflow: ArgoWorkflow;
  readonly name: string;
  readonly within: string | null;
  readonly parent: Found | null;
  readonly step: ArgoStep | null;
  readonly template: ArgoTemplate | null;
  readonly next: Found[];
}

/**
 * What runs in these workflows, each with the steps of its template behind it. A template that several steps run is
 * gone into once, below the first of them. `open`: where keys stand twice; those of steps left out for it are taken out.
 */
export function nodesOf(
  tree: SourceTree,
  workflows: readonly ArgoWorkflow[],
  open: Set<number>,
  found: Diagnostic[],
): { readonly nodes: readonly ArgoNode[]; readonly ambiguous: ReadonlySet<string> } {
  const twice = new Set<Found>();
  const all = workflows.flatMap((workflow) => collect(tree, workflow, { open, found, twice }));
  const ids = nameAll(all, workflows);
  const idOf = (each: Found) => ids.get(each) ?? each.name;
  const users = new Map<SourceMap, number>();
  for (const { template } of all) if (template) users.set(template.map, (users.get(template.map) ?? 0) + 1);
  const nodes = all.map((each): ArgoNode => {
    const { name, parent, step, template, workflow } = each;
    const alone = template !== null && users.get(template.map) === 1;
    const [parentId, next] = [parent && idOf(parent), [...new Set(each.next.map(idOf))]];
    return { id: idOf(each), name, parentId, next, step, template, alone, spec: workflow.spec };
  });
  return { nodes, ambiguous: new Set([...twice].map(idOf)) };
}

interface Here {
  readonly parent: Found | null;
  /** Steps of this template by name. */
  readonly here: Map<string, Found>;
  readonly depth: number;
}

interface Notes {
  readonly open: Set<number>;
  readonly found: Diagnostic[];
  readonly twice: Set<Found>;
}

function collect(tree: SourceTree, workflow: ArgoWorkflow, notes: Notes): readonly Found[] {
  const { spec, templates } = workflow;
  const byName = new Map(templates.map((template) => [template.name ?? '', template]));
  const steps = new Map(templates.map((template) => [template, stepsIn(tree, template, notes)]));
  const called = new Set([...steps.values()].flatMap((groups) => groups.flat().flatMap((step) => calledBelow(step))));
  const entry = byName.get(asString(lookup(spec, 'entrypoint')) ?? '');
  const nodes: Found[] = [];
  const entered = new Set<ArgoTemplate>();
  const first = entry ? [entry, ...templates.filter((each) => each !== entry)] : templates;
  for (const template of first) if (!called.has(template.name ?? '')) enterAlone(template);
  // Templates that run each other, and an entry point that runs itself.
  for (const template of first) enter(template, null, 0);
  return nodes;

  function enterAlone(template: ArgoTemplate): void {
    const node = { workflow, name: template.name ?? '', within: null, parent: null, step: null, template, next: [] };
    nodes.push(node);
    enter(template, node, 0);
  }

  /** What lies too deep to be gone into from here is left to the end, as if nothing ran it. */
  function enter(template: ArgoTemplate, parent: Found | null, depth: number): void {
    if (entered.has(template) || depth > MAX_DEPTH) return;
    entered.add(template);
    const groups = steps.get(template) ?? stepsIn(tree, template, notes);
    const here = new Map<string, Found>();
    const rows = groups.map((group) => group.flatMap((step) => add(template, step, { parent, here, depth })));
    if (template.type === 'dag') linkTasks(here);
    else linkGroups(rows);
  }

  function add(within: ArgoTemplate, step: ArgoStep, { parent, here, depth }: Here): readonly Found[] {
    const earlier = here.get(step.name);
    if (earlier) {
      notes.twice.add(earlier);
      const firstLine = tree.place(earlier.step?.item.start ?? 0, 0).line;
      const values = { id: step.name, firstLine };
      const place = tree.place(step.item.start, step.map.end);
      notes.found.push({ code: 'duplicate_node_id', severity: 'error', values, nodeId: step.name, place });
      return [];
    }
    const template = templateOf(step);
    const node = { workflow, name: step.name, within: within.name, parent, step, template, next: [] };
    here.set(step.name, node);
    nodes.push(node);
    if (template) enter(template, node, depth + 1);
    return [node];
  }

  function templateOf({ map, calls, reference }: ArgoStep): ArgoTemplate | null {
    const inline = ownEntry(map, 'inline');
    const inner = inline && asMap(inline.value);
    if (inline && inner)
      return { name: null, ...templateAt(inner, spec), start: inline.start, from: inline.colonEnd, item: null };
    return reference === null && calls !== null ? (byName.get(calls) ?? null) : null;
  }
}

/** Names of the templates that a step runs, those that its inline template runs included. */
function calledBelow({ map, calls, reference }: ArgoStep): readonly string[] {
  const inline = asMap(lookup(map, 'inline'));
  const deeper = inline ? namesWithin(inline) : [];
  return reference === null && calls !== null ? [calls, ...deeper] : deeper;
}

function namesWithin(template: SourceMap): readonly string[] {
  const tasks = asMap(lookup(template, 'dag'));
  return itemsOf(lookup(template, 'steps') ?? (tasks ? lookup(tasks, 'tasks') : undefined)).flatMap(({ value }) => {
    const name = asMap(value);
    const calls = name && asString(lookup(name, 'template'));
    return calls ? [calls] : [];
  });
}

function itemsOf(node: SourceNode | undefined): readonly SourceItem[] {
  return asList(node)?.items.flatMap((item) => asList(item.value)?.items ?? [item]) ?? [];
}

/** The steps of a template, group after group, or the tasks of its graph. */
function stepsIn(tree: SourceTree, { map, type }: ArgoTemplate, notes: Notes): readonly (readonly ArgoStep[])[] {
  const dag = type === 'dag' ? asMap(lookup(map, 'dag')) : null;
  const list = asList(dag ? lookup(dag, 'tasks') : lookup(map, 'steps'));
  if (type !== 'dag' && type !== 'steps') return [];
  const read = (item: SourceItem) => readStep(tree, item, notes);
  if (dag) return [list?.items.flatMap(read) ?? []];
  return (list?.items ?? []).map((item) => {
    const group = asList(item.value);
    if (group) return group.items.flatMap(read);
    notes.found.push({ code: 'argo_step_list', severity: 'error', place: tree.place(item.start, item.value.end) });
    return [];
  });
}

function readStep(tree: SourceTree, item: SourceItem, { open, found }: Notes): readonly ArgoStep[] {
  const map = asMap(item.value);
  const place = tree.place(item.start, item.value.end);
  const name = map && asString(lookup(map, 'name'));
  if (!map) found.push({ code: 'node_not_map', severity: 'error', place });
  else if (!name) found.push({ code: 'argo_step_name', severity: 'error', place });
  if (!map || !name) return [];
  const long = longName('node_id_long', name, () => place);
  if (long) found.push(long);
  const spoiled = [...open].filter((at) => map.start <= at && at < map.end);
  for (const at of spoiled) open.delete(at);
  if (long || spoiled.length > 0) return [];
  const other = asMap(lookup(map, 'templateRef'));
  const reference = other ? (asString(lookup(other, 'name')) ?? '') : null;
  return [{ name, item, map, calls: asString(lookup(other ?? map, 'template')), reference }];
}

function linkGroups(rows: readonly (readonly Found[])[]): void {
  const filled = rows.filter((row) => row.length > 0);
  for (const [i, row] of filled.entries()) for (const node of row) node.next.push(...(filled[i + 1] ?? []));
}

/** `dependencies: [a]`, and `depends: a.Succeeded && b`. */
function linkTasks(tasks: ReadonlyMap<string, Found>): void {
  for (const task of tasks.values()) {
    const map = task.step?.map;
    const list = map && lookup(map, 'dependencies');
    const named = list ? toJson(list) : [];
    const depends = (map && asString(lookup(map, 'depends'))) ?? '';
    const words = depends.split(/[^\w.-]+/).flatMap((word) => [word, word.replace(/\.[^.]*$/, '')]);
    const names = new Set([...(Array.isArray(named) ? named.map(String) : []), ...words]);
    for (const name of names) tasks.get(name)?.next.push(task);
  }
}

/**
 * Ids as the history of a run calls its nodes: by the name of the step. Where several have one name, the first in the
 * text keeps it, and the others say where they stand; so a step that is added does not rename one that is there.
 */
function nameAll(all: readonly Found[], workflows: readonly ArgoWorkflow[]): ReadonlyMap<Found, string> {
  const ids = new Map<Found, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  const inText = [...all].sort((a, b) => rank(a) - rank(b));
  for (const each of inText) {
    const { name, within, workflow } = each;
    const longer = within === null ? [] : [`${within}.${name}`];
    const prefix = workflow.name ?? `document-${workflows.indexOf(workflow) + 1}`;
    const apart = workflows.length > 1 ? [name, ...longer].map((id) => `${prefix}/${id}`) : longer;
    let id = [name, ...apart].find((candidate) => !taken.has(candidate));
    for (let i = counts.get(name) ?? 2; id === undefined; i++) {
      counts.set(name, i + 1);
      if (!taken.has(`${name}#${i}`)) id = `${name}#${i}`;
    }
    taken.add(id);
    ids.set(each, id);
  }
  return ids;
}

/** Steps before templates that nothing runs: what the history calls by its own name comes first. */
function rank({ step, template }: Found): number {
  return step ? step.item.start : Number.MAX_SAFE_INTEGER / 2 + (template?.start ?? 0);
}
