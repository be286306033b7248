import { isJsonObject, isShallow, type Json, type JsonObject, parseJson } from '@/lib/shared/json';
import type { RawDefinition, RawNode } from './attempt';
import { filtersSql } from './attempt-line';
import { rowsOf } from './column-sql';
import type { DefinitionRow } from './preset';
import { distinctNodes, textOf } from './presets/nodes';
import type { Column, DefinitionsMapping } from './schema';
import { type SqlFragment, sqlText } from './sql';

type Nodes = DefinitionsMapping['nodes'];
type NodeArray = Extract<Nodes, { kind: 'json_array' }>;

/** Deeper is no workflow that anybody made. */
const MAX_DEPTH = 50;

/** The workflows of a free mapping, one row each; `readTableDefinition` reads them. */
export function tableDefinitions(definitions: DefinitionsMapping): SqlFragment {
  const { nodes, workflowId, name, version, tenant } = definitions;
  const row = rowsOf(definitions.from, definitionColumns(definitions));
  const optional = (column: Column | undefined) => (column === undefined ? sqlText`null::text` : row.text(column));
  const from = sqlText`from ${row.from} where ${filtersSql(row, definitions.filters)}`;
  const workflow = row.text(workflowId);
  if (nodes.kind === 'rows') {
    const node = sqlText`jsonb_build_array(${row.text(nodes.id)}, ${optional(nodes.name)}, ${optional(nodes.type)})`;
    return sqlText`
      select ${workflow} as workflow_id, max(${optional(name)}) as name, max(${optional(version)}) as version_id,
        max(${optional(tenant)}) as tenant_id, jsonb_agg(${node} order by ${row.text(nodes.id)})::text as nodes
      ${from} group by 1 order by 1`;
  }
  const array = nodes.kind === 'json_array' ? row.json(nodes.array) : sqlText`null`;
  return sqlText`
    select ${workflow} as workflow_id, ${optional(name)} as name, ${optional(version)} as version_id,
      ${optional(tenant)} as tenant_id, (${array})::text as nodes
    ${from} order by 1`;
}

/** What a row of `tableDefinitions` defines; null where it names no workflow, or its nodes cannot be read. */
export function readTableDefinition({ nodes: spec }: DefinitionsMapping, row: DefinitionRow): RawDefinition | null {
  const workflow = textOf(row.workflow_id);
  const nodes = workflow === null ? null : nodesOf(spec, row, workflow);
  if (workflow === null || nodes === null) return null;
  return {
    workflow_id: workflow,
    name: textOf(row.name),
    version_id: textOf(row.version_id),
    tenant_id: textOf(row.tenant_id),
    document: null,
    origin: null,
    nodes: distinctNodes(nodes),
  };
}

/** Every column that the definitions' mapping names. */
export function definitionColumns({ workflowId, name, version, tenant, filters, nodes }: DefinitionsMapping): Column[] {
  const ofNodes = nodes.kind === 'rows' ? [nodes.id, nodes.name, nodes.type] : [];
  const array = nodes.kind === 'json_array' ? [nodes.array] : [];
  const all = [workflowId, name, version, tenant, ...filters.map(({ column }) => column), ...array, ...ofNodes];
  return all.filter((column) => column !== undefined);
}

function nodesOf(spec: Nodes, row: DefinitionRow, workflow: string): RawNode[] | null {
  if (spec.kind === 'itself') return [node(workflow, textOf(row.name), null, null)];
  const held = typeof row.nodes === 'string' ? parseJson(row.nodes) : null;
  if (!Array.isArray(held) || !isShallow(held)) return null;
  return spec.kind === 'json_array' ? walk(spec, held, null, 0) : held.flatMap(rowNode);
}

function rowNode(held: unknown): RawNode[] {
  const [id, name, type] = Array.isArray(held) ? held.map(textOf) : [];
  return id === undefined || id === null ? [] : [node(id, name ?? null, type ?? null, null)];
}

/** Nodes in the order in which they stand, each before its children; what has no id is passed, its children are not. */
function walk(spec: NodeArray, held: readonly unknown[], parent: string | null, depth: number): RawNode[] {
  if (depth > MAX_DEPTH) return [];
  return held.filter(isJsonObject).flatMap((each) => {
    const id = scalarAt(each, spec.id);
    const own = id === null ? [] : [node(id, scalarAt(each, spec.name), scalarAt(each, spec.type), parent)];
    const children = spec.children.flatMap((path) => childrenAt(each, path));
    return [...own, ...walk(spec, children, id ?? parent, depth + 1)];
  });
}

function node(id: string, name: string | null, type: string | null, parent: string | null): RawNode {
  return { id, name, type, parent, retry: null };
}

function scalarAt(held: JsonObject, path: readonly string[] | undefined): string | null {
  const [found] = path === undefined ? [] : valuesAt(held, path);
  return typeof found === 'number' ? String(found) : textOf(found);
}

/** Nodes at a place: an array of them, one alone, or (as branches by their names) an object of either. */
function childrenAt(held: JsonObject, path: readonly string[]): unknown[] {
  return valuesAt(held, path).flatMap((found) => {
    if (!isJsonObject(found)) return [found];
    const branches = Object.values(found).filter(Array.isArray);
    return branches.length === 0 ? [found] : [found, ...branches.flat()];
  });
}

/** What stands at a path; where it meets an array, in each of its elements. */
function valuesAt(held: Json, path: readonly string[]): Json[] {
  const found = path.reduce<Json[]>(
    (level, key) => level.flatMap((each) => elementsOf(each).flatMap((one) => at(one, key))),
    [held],
  );
  return found.flatMap(elementsOf);
}

function at(held: Json, key: string): Json[] {
  const value = isJsonObject(held) && Object.hasOwn(held, key) ? held[key] : undefined;
  return value === undefined ? [] : [value];
}

function elementsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}
