import type { RawDefinition, SqlText } from './attempt';
import type { DefinitionRow, PresetPlace, Slice } from './preset';
import { presetById } from './presets/registry';
import type { PresetMapping, SourceMapping, StatusMeaning } from './schema';
import { type SqlFragment, sqlText } from './sql';
import { readTableDefinition, tableDefinitions } from './table-definitions';
import { tableAttempts, tableFirstAttempt } from './tables';
import type { PlatformId, RetryStorage, WriteBack } from './vocabulary';

/** What the product has to say of a source wherever it shows its numbers. */
export interface SourceFacts {
  /** Null: the tables were named by hand. */
  readonly platform: PlatformId | null;
  /** Proper name of the platform; null as above. */
  readonly label: string | null;
  readonly retries: RetryStorage;
  readonly writeBack: WriteBack;
  /** Days after which the platform deletes; null = not known, or never. */
  readonly retentionDays: number | null;
  /** Keys below `sources.notes`. */
  readonly notes: readonly string[];
}

/** Attempts whose time lies in the slice, as rows of `RawAttempt`. */
export function attemptsStatement(mapping: SourceMapping, slice: Slice): SqlText {
  if (mapping.kind === 'tables') return tableAttempts(mapping, slice);
  return presetById(mapping.platform).attempts(placeOf(mapping), slice);
}

/** The newest attempts of the slice, as rows of `RawAttempt`. */
export function newestStatement(mapping: SourceMapping, slice: Slice, most: number): SqlText {
  const { text, values } = attemptsStatement(mapping, slice);
  const newest = `order by occurred_at collate "C" desc nulls last limit ${Math.trunc(most)}`;
  return { text: `select * from (${text}) a ${newest}`, values };
}

/** How often each status value stands in the slice, as `value` and `rows`, the most frequent first. */
export function statusCountsStatement(mapping: SourceMapping, slice: Slice): SqlText {
  const { text, values } = attemptsStatement(mapping, slice);
  const counted = 'select status as value, count(*)::float8 as rows from';
  return { text: `${counted} (${text}) a where status is not null group by 1 order by 2 desc, 1 limit 200`, values };
}

/** The earliest attempt's time, as `first` (timestamptz or null). */
export function firstAttemptStatement(mapping: SourceMapping): SqlText {
  if (mapping.kind === 'tables') return tableFirstAttempt(mapping);
  return presetById(mapping.platform).firstAttempt(placeOf(mapping));
}

/** The live definitions, for `readDefinitionRow`; null: workflows are code, and known by their attempts. */
export function definitionsStatement(mapping: SourceMapping): SqlText | null {
  if (mapping.kind === 'tables') return mapping.definitions && tableDefinitions(mapping.definitions);
  const { definitions } = presetById(mapping.platform);
  return definitions?.(placeOf(mapping)) ?? null;
}

/** What a row of `definitionsStatement` defines; null: no workflow that can be read. */
export function readDefinitionRow(mapping: SourceMapping, row: DefinitionRow): RawDefinition | null {
  if (mapping.kind === 'tables') return mapping.definitions && readTableDefinition(mapping.definitions, row);
  return presetById(mapping.platform).readDefinition(row);
}

/** Where definitions are code: what the attempts of the slice name, as distinct `workflow_id`, `node_id`; else null. */
export function seenNodesStatement(mapping: SourceMapping, slice: Slice): SqlText | null {
  if (mapping.kind === 'tables') return mapping.definitions === null ? seenIn(tableAttempts(mapping, slice)) : null;
  const { seenNodes } = presetById(mapping.platform);
  return seenNodes?.(placeOf(mapping), slice) ?? null;
}

/** What each status value of the source means: the preset's meanings, and over them those of the mapping. */
export function statusesOf(mapping: SourceMapping): Readonly<Record<string, StatusMeaning>> {
  if (mapping.kind === 'tables') return mapping.statuses;
  return { ...presetById(mapping.platform).statuses, ...mapping.statuses };
}

/** What is to be said of the source beside its numbers. */
export function factsOf(mapping: SourceMapping): SourceFacts {
  if (mapping.kind === 'tables') {
    const retries = mapping.attempts.retries.kind;
    const { retentionDays } = mapping;
    return { platform: null, label: null, retries, writeBack: 'export', retentionDays, notes: [] };
  }
  const { id, label, retries, writeBack, retentionDays, notes } = presetById(mapping.platform);
  return { platform: id, label, retries, writeBack, retentionDays: mapping.retentionDays ?? retentionDays, notes };
}

function placeOf({ schema, tenant }: PresetMapping): PresetPlace {
  return { schema, tenant };
}

function seenIn(attempts: SqlFragment): SqlText {
  return sqlText`
    select distinct workflow_id, node_id from (${attempts}) a
    where workflow_id is not null and node_id is not null`;
}
