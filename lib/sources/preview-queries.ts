import { demand, type ReadCtx } from '@/lib/accounts/context';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@/lib/shared/clock';
import { ok, type Result } from '@/lib/shared/result';
import type { RawAttempt, RawDefinition } from './attempt';
import type { SourcePlace } from './connect';
import type { SourceFault } from './fault';
import { roleOf } from './introspect';
import type { DefinitionRow } from './preset';
import {
  allProblems,
  definitionWarnings,
  type Preview,
  type PreviewProblem,
  type PreviewWarning,
  previewRows,
  previewWorkflow,
  type StatusCount,
  statusesIn,
  workflowsSeen,
} from './preview';
import { type SourceReader, withSource } from './read';
import type { SourceMapping } from './schema';
import { sqlText } from './sql';
import {
  definitionsStatement,
  factsOf,
  newestStatement,
  readDefinitionRow,
  statusCountsStatement,
  statusesOf,
} from './statements';
import { tableUnreadableTimes } from './tables';

/** Of what the figures are counted over. */
const WINDOW_DAYS = 30;
const ROWS = 200;
const WORKFLOWS = 30;
const DEFINITION_BATCH = 10;
/** Smaller tables are read at once, whatever their indexes. */
const MANY_ROWS = 20_000;
const LIMITS = { statementMs: 10 * SECOND_MS, totalMs: 25 * SECOND_MS };
const COUNT_LIMITS = { statementMs: 5 * SECOND_MS, totalMs: 10 * SECOND_MS };

export interface PreviewInput {
  readonly mapping: SourceMapping;
  readonly place: SourcePlace;
}

/**
 * What would come out of a mapping: the newest attempts as they would be kept, what of them is not understood and why,
 * all status values of the last 30 days, the definitions with their nodes, and what is to be known before. Keeps nothing.
 */
export async function previewMapping(
  ctx: ReadCtx,
  { mapping, place }: PreviewInput,
): Promise<Result<Preview, SourceFault>> {
  demand(ctx, 'source.edit');
  const raws = await newestRows(ctx.now, { mapping, place });
  if (!raws.ok) return raws;
  const statuses = statusesOf(mapping);
  const seen = previewRows(raws.value, statuses);
  const defined = await withSource(place, (reader) => definedThere(reader, { mapping, place }), LIMITS);
  if (!defined.ok) return defined;
  const counted = await countedStatuses(ctx.now, { mapping, place });
  const { definitions, unreadable, count, facts } = defined.value;
  const workflows =
    definitions === null ? workflowsSeen(seen.rows) : definitions.slice(0, WORKFLOWS).map(previewWorkflow);
  const times = await unreadableTimes({ mapping, place });
  const problems = allProblems(seen.problems, counted ?? [], times, statuses);
  return ok({
    ...seen,
    problems: [...problems, ...unreadable],
    statuses: counted ?? statusesIn(raws.value),
    workflows: workflows.slice(0, WORKFLOWS),
    workflowCount: definitions === null ? workflows.length : count,
    warnings: [
      ...warningsOf(mapping),
      ...(raws.value.length === 0 ? [warning('nothing_recent', { days: mapping.firstDays })] : []),
      ...facts,
      ...definitionWarnings(definitions ?? [], seen.rows),
      ...(counted === null ? [warning('statuses_of_sample', {})] : []),
    ],
  });
}

/** Looks back further and further until there are enough; where that takes too long, with what there is. */
async function newestRows(now: Date, { mapping, place }: PreviewInput): Promise<Result<RawAttempt[], SourceFault>> {
  const to = new Date(now.getTime() + DAY_MS);
  let found: RawAttempt[] = [];
  const read = await withSource(
    place,
    async (reader) => {
      for (const hours of [1, 12, 96, 24 * WINDOW_DAYS, 24 * mapping.firstDays]) {
        const slice = { from: new Date(now.getTime() - hours * HOUR_MS), to };
        found = await reader.all<RawAttempt & Record<string, unknown>>(newestStatement(mapping, slice, ROWS), ROWS);
        if (found.length >= ROWS) break;
      }
    },
    LIMITS,
  );
  return read.ok || (read.error.code === 'timeout' && found.length > 0) ? ok(found) : read;
}

/** Null: counting takes too long, or fails where a few rows do not. */
async function countedStatuses(now: Date, { mapping, place }: PreviewInput): Promise<StatusCount[] | null> {
  const slice = { from: new Date(now.getTime() - WINDOW_DAYS * DAY_MS), to: new Date(now.getTime() + DAY_MS) };
  const statement = statusCountsStatement(mapping, slice);
  const counted = await withSource(place, (reader) => countsOf(reader, statement), COUNT_LIMITS);
  return counted.ok ? counted.value : null;
}

async function unreadableTimes({ mapping, place }: PreviewInput): Promise<StatusCount[]> {
  if (mapping.kind === 'preset') return [];
  const statement = tableUnreadableTimes(mapping);
  const counted = await withSource(place, (reader) => countsOf(reader, statement), COUNT_LIMITS);
  return counted.ok ? counted.value : [];
}

async function countsOf(reader: SourceReader, statement: Parameters<SourceReader['all']>[0]): Promise<StatusCount[]> {
  const rows = await reader.all<{ value: string; rows: number }>(statement, ROWS);
  return rows.map(({ value, rows: count }) => ({ value, rows: count }));
}

interface Defined {
  /** Null: workflows are code. */
  readonly definitions: readonly RawDefinition[] | null;
  readonly count: number;
  readonly unreadable: readonly PreviewProblem[];
  readonly facts: readonly PreviewWarning[];
}

async function definedThere(reader: SourceReader, { mapping, place }: PreviewInput): Promise<Defined> {
  const facts: PreviewWarning[] = [];
  const { user, role } = await roleOf(reader);
  if (!place.own && role === 'writes') facts.push(warning('writes_allowed', { user }));
  if (!place.own && role === 'superuser') facts.push(warning('superuser', { user }));
  const column = await columnWithoutIndex(reader, mapping);
  if (column !== null) facts.push(warning('no_index', { column }));
  const statement = definitionsStatement(mapping);
  if (statement === null) return { definitions: null, count: 0, unreadable: [], facts };
  const [counted] = await reader.all<{ count: number }>(
    { text: `select count(*)::float8 as count from (${statement.text}) d`, values: statement.values },
    1,
  );
  const definitions: RawDefinition[] = [];
  let unreadable = 0;
  for await (const rows of reader.rows<Record<string, unknown>>(statement, DEFINITION_BATCH)) {
    const read = rows.map((row: DefinitionRow) => readDefinitionRow(mapping, row));
    definitions.push(...read.filter((definition) => definition !== null));
    unreadable += read.filter((definition) => definition === null).length;
    // A few more than are shown, so that several rows of one workflow are seen.
    if (definitions.length + unreadable >= WORKFLOWS * 2) break;
  }
  const problem: PreviewProblem = { kind: 'definition', value: '…', rows: unreadable };
  return { definitions, count: counted?.count ?? 0, unreadable: unreadable > 0 ? [problem] : [], facts };
}

/** The time's column of a large table that no index begins with; null: there is one, or none is needed. */
async function columnWithoutIndex(reader: SourceReader, mapping: SourceMapping): Promise<string | null> {
  if (mapping.kind === 'preset') return null;
  const { from, occurredAt } = mapping.attempts;
  const { column, path = [] } = occurredAt.column;
  const [found] = await reader.all<{ many: boolean; indexed: boolean }>(
    sqlText`
      select c.reltuples >= ${MANY_ROWS}::float8 as many, exists (
        select from pg_catalog.pg_index i left join pg_catalog.pg_attribute a
          on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attnum > 0
        where i.indrelid = c.oid and i.indisvalid and case when ${path.length === 0}::boolean then a.attname = ${column}
          else pg_catalog.pg_get_indexdef(i.indexrelid, 1, true) like '%' || ${column} || '%' and a.attnum is null end) as indexed
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${from.schema} and c.relname = ${from.table} and c.relkind in ('r', 'm', 'p')`,
    1,
  );
  return found?.many === true && !found.indexed ? [column, ...path].join('.') : null;
}

function warningsOf(mapping: SourceMapping): PreviewWarning[] {
  const { retentionDays, retries } = factsOf(mapping);
  const short = retentionDays !== null && retentionDays < WINDOW_DAYS;
  return [
    ...(short ? [warning('retention_short', { days: retentionDays })] : []),
    ...(retries === 'last_only' ? [warning('retries_hidden', {})] : []),
  ];
}

function warning(code: PreviewWarning['code'], values: PreviewWarning['values']): PreviewWarning {
  return { code, values };
}
