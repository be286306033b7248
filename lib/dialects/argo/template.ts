import type { Diagnostic } from '@/lib/shared/diagnostic';
import { longName } from '../source/limits';
import { asList, asMap, asString, lookup, type SourceItem, type SourceMap, type SourceTree } from '../source/tree';

export interface ArgoWorkflow {
  readonly map: SourceMap;
  /** `metadata.name`, else `generateName` without its dash. */
  readonly name: string | null;
  /** `spec`; of a CronWorkflow its `workflowSpec`. */
  readonly spec: SourceMap;
  readonly templates: readonly ArgoTemplate[];
}

/** What says what a node does, and how it is tried again. */
export interface ArgoTemplate {
  /** Null: it stands in the step that runs it (`inline`). */
  readonly name: string | null;
  readonly type: TemplateType | null;
  readonly map: SourceMap;
  /** Range in the text, and where what introduces the map ends. */
  readonly start: number;
  readonly from: number;
  /** In the list of templates. */
  readonly item: SourceItem | null;
  readonly spec: SourceMap;
}

/** Keys of a template that say what it does, in the order in which the engine asks for them (`Template.GetType`). */
export const TEMPLATE_TYPES = [
  'container',
  'containerSet',
  'steps',
  'dag',
  'script',
  'resource',
  'data',
  'suspend',
  'http',
  'plugin',
] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

const KINDS = ['Workflow', 'WorkflowTemplate', 'ClusterWorkflowTemplate', 'CronWorkflow'];

/** True for a map that is a workflow, or a template or schedule of one. */
export function isWorkflow(map: SourceMap): boolean {
  const version = asString(lookup(map, 'apiVersion')) ?? '';
  return version.startsWith('argoproj.io/') && KINDS.includes(asString(lookup(map, 'kind')) ?? '');
}

/** `open`: where keys stand twice; those within a template that is left out for it are taken out. */
export function readWorkflow(tree: SourceTree, map: SourceMap, open: Set<number>, found: Diagnostic[]): ArgoWorkflow {
  const metadata = asMap(lookup(map, 'metadata'));
  const say = (key: string) => (metadata ? asString(lookup(metadata, key)) : null);
  const name = say('name') || say('generateName')?.replace(/-+$/, '') || null;
  const outer = asMap(lookup(map, 'spec'));
  const cron = asString(lookup(map, 'kind')) === 'CronWorkflow' && outer;
  const spec = (cron ? asMap(lookup(cron, 'workflowSpec')) : outer) ?? EMPTY;
  const list = asList(lookup(spec, 'templates'));
  const templates = list?.items.flatMap((item) => readTemplate(tree, item, spec, found)) ?? [];
  if (templates.length === 0) {
    const reference = asMap(lookup(spec, 'workflowTemplateRef'));
    const place = tree.place(map.start, map.start + 1);
    const other = reference && asString(lookup(reference, 'name'));
    if (other) found.push({ code: 'argo_templates_elsewhere', severity: 'info', values: { name: other }, place });
    else found.push({ code: 'argo_no_templates', severity: 'error', place });
  }
  return { map, name, spec, templates: withoutRepeated(tree, templates, open, found) };
}

/** A template that stands twice, or in whose frame a key does, is left out: nobody can tell what it says. */
function withoutRepeated(
  tree: SourceTree,
  templates: readonly ArgoTemplate[],
  open: Set<number>,
  found: Diagnostic[],
): readonly ArgoTemplate[] {
  const first = new Map<string | null, ArgoTemplate>();
  const twice = new Set<string | null>();
  for (const template of templates) {
    const { name, start, map } = template;
    const earlier = first.get(name);
    if (!earlier) {
      first.set(name, template);
      continue;
    }
    twice.add(name);
    const values = { name: name ?? '', firstLine: tree.place(earlier.start, earlier.start).line };
    found.push({ code: 'argo_template_twice', severity: 'error', values, place: tree.place(start, map.end) });
  }
  const spoiled = (template: ArgoTemplate) => {
    const within = [...open].filter((at) => template.map.start <= at && at < template.map.end);
    const own = within.filter((at) => !isWithinSteps(template, at));
    if (own.length === 0) return false;
    for (const at of within) open.delete(at);
    return true;
  };
  return templates.filter((template) => !twice.has(template.name) && !spoiled(template));
}

/** Within one of its steps or tasks: then only that one is left out. */
function isWithinSteps({ map, type }: ArgoTemplate, at: number): boolean {
  const [node, dag] = [lookup(map, 'steps'), asMap(lookup(map, 'dag'))];
  const list = asList(type === 'dag' && dag ? lookup(dag, 'tasks') : node);
  const values = list?.items.flatMap(({ value }) => asList(value)?.items.map((item) => item.value) ?? [value]) ?? [];
  return values.some((value) => value.kind === 'map' && value.start <= at && at < value.end);
}

function readTemplate(
  tree: SourceTree,
  item: SourceItem,
  spec: SourceMap,
  found: Diagnostic[],
): readonly ArgoTemplate[] {
  const place = tree.place(item.start, item.value.end);
  const map = asMap(item.value);
  const name = map && asString(lookup(map, 'name'));
  if (!map) found.push({ code: 'node_not_map', severity: 'error', place });
  else if (!name) found.push({ code: 'argo_template_name', severity: 'error', place });
  if (!map || !name) return [];
  const long = longName('node_id_long', name, () => place);
  if (long) found.push(long);
  return long ? [] : [{ name, ...templateAt(map, spec), start: item.start, from: behindMark(item), item }];
}

/** What a map says as a template. */
export function templateAt(map: SourceMap, spec: SourceMap): Pick<ArgoTemplate, 'type' | 'map' | 'spec'> {
  return { type: TEMPLATE_TYPES.find((type) => lookup(map, type) !== undefined) ?? null, map, spec };
}

/** Where what introduces an item ends: its dash, or in flow style nothing. */
export function behindMark({ start, valueStart }: SourceItem): number {
  return start < valueStart ? start + 1 : valueStart;
}

const EMPTY: SourceMap = { kind: 'map', flow: true, entries: [], start: 0, end: 0, anchor: null };
