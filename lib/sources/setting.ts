import { partsOf } from '@/lib/dialects/conductor/parts';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import type { SqlText } from './attempt';
import type { DefinitionRow } from './preset';
import { presetById } from './presets/registry';
import type { PresetMapping } from './schema';
import { ident, sqlText } from './sql';

/** One statement of a setting: it returns one row, or what it names is not any more as it was read. */
export interface SettingStep {
  readonly sql: SqlText;
  /** Table that it needs, as a message names it, and what a role has to be allowed there. */
  readonly table: string;
  readonly grant: string;
}

/** How a workflow's new document gets into its platform's tables. */
export interface Setting {
  readonly steps: readonly SettingStep[];
  /** What the rows of the steps, in order, make of `source_definition.origin`. */
  origin(rows: readonly DefinitionRow[]): JsonObject;
}

/** What is to be set: the document as it was read, and as it shall be. */
export interface SettingInput {
  readonly origin: JsonObject;
  readonly before: string;
  readonly after: string;
}

/** The statements that set a document; null for a platform that nothing is set in, or an origin that names no row. */
export function settingOf({ platform, schema }: PresetMapping, input: SettingInput): Setting | null {
  if (platform === 'dify') return difySetting(schema, input);
  return platform === 'conductor' ? conductorSetting(schema, input) : null;
}

/** The live definition of one workflow, as a row for `readDefinitionRow`; null where definitions are code. */
export function currentStatement({ platform, schema, tenant }: PresetMapping, workflowId: string): SqlText | null {
  const all = presetById(platform).definitions?.({ schema, tenant });
  const key = KEY_COLUMNS[platform];
  if (!all || key === undefined) return null;
  const { text } = ident('d', key);
  return {
    text: `select * from (${all.text}) d where ${text} = $${all.values.length + 1}`,
    values: [...all.values, workflowId],
  };
}

/** Columns of the definitions statements that hold the workflow's id, of platforms that are written. */
const KEY_COLUMNS: Readonly<Record<string, string>> = { dify: 'app', conductor: 'name' };

/** The draft only: what is published in Dify is a copy of it, and stays until somebody publishes there. */
function difySetting(schema: string, { origin, before, after }: SettingInput): Setting | null {
  if (typeof origin.id !== 'string') return null;
  const table = ident(schema, 'workflows');
  const sql = sqlText`
    update ${table} set graph = ${after}
    where id::text = ${origin.id} and version = 'draft' and md5(graph) = md5(${before})
    returning id::text as id, md5(graph) as hash`;
  const grant = `GRANT SELECT, UPDATE (graph) ON ${table.text}`;
  return {
    steps: [{ sql, table: 'workflows', grant }],
    origin: ([row]) => ({ id: text(row?.id), hash: text(row?.hash) }),
  };
}

interface Row {
  readonly id: string;
  readonly modified: Json | undefined;
  readonly name?: Json | undefined;
}

/** The workflow's row and those of its task definitions: what does not change is held against what was read all the same. */
function conductorSetting(schema: string, { origin, before, after }: SettingInput): Setting | null {
  const [was, shall] = [partsOf(before), partsOf(after)];
  const rows = taskDefsOf(origin);
  const workflow = rowOf(origin);
  if (!was || !shall || !workflow || rows.length !== was.taskDefs.length || rows.length !== shall.taskDefs.length)
    return null;
  const step = (table: string, row: Row, from: string, to: string): SettingStep => {
    const named = ident(schema, table);
    const same = sqlText`id::text = ${row.id} and md5(json_data) = md5(${from})
      and modified_on::text is not distinct from ${text(row.modified)}`;
    const sql =
      from === to
        ? sqlText`select modified_on::text as modified from ${named} where ${same}`
        : sqlText`update ${named} set json_data = ${to}, modified_on = current_timestamp where ${same}
            returning modified_on::text as modified`;
    return { sql, table, grant: `GRANT SELECT, UPDATE (json_data, modified_on) ON ${named.text}` };
  };
  const steps = [
    step('meta_workflow_def', workflow, was.workflow, shall.workflow),
    ...rows.map((row, i) => step('meta_task_def', row, was.taskDefs[i] ?? '', shall.taskDefs[i] ?? '')),
  ];
  return {
    steps,
    origin: ([first, ...rest]) => ({
      id: workflow.id,
      modified: text(first?.modified),
      taskDefs: rows.map(({ id, name }, i) => ({ id, name, modified: text(rest[i]?.modified) })),
    }),
  };
}

function rowOf(value: Json | undefined): Row | null {
  if (!isJsonObject(value) || typeof value.id !== 'string') return null;
  return { id: value.id, modified: value.modified, name: value.name };
}

function taskDefsOf({ taskDefs }: JsonObject): readonly Row[] {
  return Array.isArray(taskDefs) ? taskDefs.flatMap((each: Json) => rowOf(each) ?? []) : [];
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
