import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { beforeEach, expect } from 'vitest';
import { connectionConfig } from '@/lib/db/connection';
import type { Attempt, NotUnderstood, RawAttempt, RawDefinition, SqlText } from '@/lib/sources/attempt';
import type { DefinitionRow, Preset, PresetPlace, Slice } from '@/lib/sources/preset';
import { presetById } from '@/lib/sources/presets/registry';
import { understand } from '@/lib/sources/understand';
import type { PlatformId } from '@/lib/sources/vocabulary';
import { createTestDatabase } from '@/lib/testing/database';
import { runOn } from '@/lib/testing/server';

const FOLDER = path.resolve('testdata/platforms');
/** All of time that a test asks for. */
export const ALWAYS: Slice = { from: new Date('1971-01-01T00:00:00Z'), to: new Date('2200-01-01T00:00:00Z') };

/** A row of a sample's `attempts` view. */
export interface ViewRow {
  readonly node_id: string;
  readonly workflow_id: string;
  readonly run_id: string;
  readonly attempt: number;
  readonly status: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly occurred_at: Date;
  /** Of Airflow. */
  readonly map_index?: number;
  /** Of n8n. */
  readonly run_index?: number;
}

/** A platform's sample in a database of its own, and a preset that reads it as a source is read: in no schema, writing nothing. */
export interface Sample {
  readonly place: PresetPlace;
  /** Changes the sample; within its schema. */
  change(sql: string): Promise<void>;
  view(): Promise<ViewRow[]>;
  /** What a statement of the preset says. */
  ask<T extends pg.QueryResultRow>(sql: SqlText): Promise<T[]>;
  raw(slice?: Slice, tenant?: string): Promise<RawAttempt[]>;
  attempts(slice?: Slice, tenant?: string): Promise<Attempt[]>;
  notUnderstood(): Promise<NotUnderstood[]>;
  definitions(tenant?: string): Promise<(RawDefinition | null)[]>;
  remove(): Promise<void>;
}

/** Loads `testdata/platforms/<file>.sql`; without a file, the database is an empty one of Failpath's. */
export async function loadSample(preset: Preset, { file, schema }: { file?: string; schema: string }): Promise<Sample> {
  const database = await createTestDatabase();
  for (const each of file === undefined ? [] : ['00_common', file]) {
    await runOn(database.url, await readFile(path.join(FOLDER, `${each}.sql`), 'utf8'));
  }
  const readOnly = '-c search_path=pg_catalog -c default_transaction_read_only=on';
  const client = new pg.Client(connectionConfig(database.url, readOnly));
  await client.connect();
  const place = { schema, tenant: null };
  const ask = async <T extends pg.QueryResultRow>({ text, values }: SqlText) =>
    (await client.query<T>(text, [...values])).rows;
  const raw = (slice: Slice = ALWAYS, tenant: string | null = null) =>
    ask<RawAttempt & pg.QueryResultRow>(preset.attempts({ schema, tenant }, slice));
  const understood = async (slice?: Slice, tenant?: string) =>
    (await raw(slice, tenant)).map((row) => understand(row, preset.statuses));
  return {
    place,
    change: async (sql) => {
      await runOn(database.url, `set search_path to ${schema}, public; ${sql}`);
    },
    view: async () => (await client.query<ViewRow>(`select * from ${schema}.attempts`)).rows,
    ask,
    raw,
    attempts: async (slice, tenant) =>
      (await understood(slice, tenant)).map((each) => {
        if (each.kind !== 'attempt') throw new Error(`not an attempt: ${JSON.stringify(each)}`);
        return each.attempt;
      }),
    notUnderstood: async () =>
      (await understood()).flatMap((each) => (each.kind === 'not_understood' ? each.reasons : [])),
    definitions: async (tenant) => {
      if (!preset.definitions) throw new Error('its workflows are code');
      const rows = await ask<DefinitionRow>(preset.definitions({ schema, tenant: tenant ?? null }));
      return rows.map((row) => preset.readDefinition(row));
    },
    remove: async () => {
      await client.end();
      await database.drop();
    },
  };
}

const STATUSES: Readonly<Record<string, string>> = { success: 'succeeded', failure: 'failed' };

/** Rows of the view in the shape and order of `comparable`. */
export function comparableView(rows: readonly ViewRow[]): string[] {
  return rows
    .map((row) => [
      row.workflow_id,
      row.run_id,
      row.node_id,
      subIndexOf(row),
      row.attempt,
      STATUSES[row.status] ?? row.status,
      row.status === 'failure' ? row.error_code : null,
      row.error_message,
      row.occurred_at.toISOString(),
    ])
    .map((row) => JSON.stringify(row))
    .sort();
}

/** What was read, to be held against the view; sub-indexes only where the view has them. */
export function comparable(attempts: readonly Attempt[], withSubIndex: boolean): string[] {
  return attempts
    .map((each) => [
      each.workflowId,
      each.runId,
      each.nodeId,
      withSubIndex ? each.subIndex : null,
      each.attempt,
      each.status,
      each.errorCode,
      each.errorMessage,
      each.occurredAt.toISOString(),
    ])
    .map((row) => JSON.stringify(row))
    .sort();
}

function subIndexOf({ map_index: map, run_index: run }: ViewRow): string | null {
  if (map !== undefined) return map < 0 ? '' : String(map);
  return run === undefined ? null : String(run);
}

/** What names an attempt here: no two rows may have the same. */
export function nameOf({ workflowId, runId, nodeId, subIndex, attempt }: Attempt): string {
  return JSON.stringify([workflowId, runId, nodeId, subIndex, attempt]);
}

/** A sample that is loaded for each test of a file or group anew; there within tests only. */
export function sampleOf(id: PlatformId, schema: string): { readonly it: Sample } {
  let sample: Sample | undefined;
  beforeEach(async () => {
    const loaded = await loadSample(presetById(id), id === 'failpath' ? { schema } : { file: id, schema });
    sample = loaded;
    return () => loaded.remove();
  });
  return {
    get it() {
      if (!sample) throw new Error('within tests only');
      return sample;
    },
  };
}

/** All that was read: it has to be what the view says, under a name of its own each. */
export async function readAsViewed(sample: Sample, withSubIndex = false): Promise<Attempt[]> {
  const attempts = await sample.attempts();
  expect(comparable(attempts, withSubIndex)).toEqual(comparableView(await sample.view()));
  expect(new Set(attempts.map(nameOf)).size).toBe(attempts.length);
  return attempts;
}

/** `node sub-index attempt status code` of each, in order; of one run, or all. */
export function short(attempts: readonly Attempt[], run?: string): string[] {
  return attempts
    .filter(({ runId }) => run === undefined || runId === run)
    .map((each) => [each.nodeId, each.subIndex, each.attempt, each.status, each.errorCode].join(' ').trim())
    .sort();
}
