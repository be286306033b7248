import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, type SqlQuery } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { connectionConfig } from './connection';

export type SchemaEngine = engineModule.SchemaEngine;

/** Nothing in the database is managed by somebody else. */
export const emptyFilter: engineModule.SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Runs `work` with Prisma's schema engine, connected to the Postgres at `url`.
 * It is the engine behind `prisma migrate`, as WebAssembly from the npm package: nothing is downloaded.
 */
export async function withSchemaEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loaded ??= loadEngine();
  await loaded;
  const pool = new pg.Pool({ ...connectionConfig(url), max: 2 });
  pool.on('error', () => undefined);
  const factory = bindMigrationAwareSqlAdapterFactory(adapterForEngine(pool));
  try {
    const engine = await engineModule.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

let loaded: Promise<void> | undefined;

declare global {
  /** Where the engine leaves its last words; without it, a panic inside the engine hides its reason. */
  var PRISMA_WASM_PANIC_REGISTRY: { set_message(message: string): unknown } | undefined;
}

async function loadEngine(): Promise<void> {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) };
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(glue.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': Object.fromEntries(Object.entries(engineModule).map(withoutLingeringTimer)),
  });
  engineModule.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('The schema engine of Prisma has no start function.');
  start();
}

/** The engine forgets the ten-second timer of its own lock; it must not keep a finished process alive. */
function withoutLingeringTimer([name, value]: [string, WebAssembly.ImportValue]): [string, WebAssembly.ImportValue] {
  if (name.startsWith('__wbg_setTimeout')) {
    return [name, (callback: () => void, delay: number) => setTimeout(callback, delay >>> 0).unref()];
  }
  return [name, value];
}

/**
 * The Prisma adapter refuses Postgres' internal one-byte type "char", which the engine reads from the catalogue
 * to compare schemas. So the column passes the adapter as text and is labelled as a character behind it.
 */
function adapterForEngine(pool: pg.Pool): PrismaPg {
  const charColumns = new WeakMap<object, readonly number[]>();
  const factory = new PrismaPg(withCharsAsText(pool, charColumns));
  const connect = factory.connect.bind(factory);
  return Object.assign(factory, {
    connect: async () => {
      const adapter = await connect();
      const queryRaw = adapter.queryRaw.bind(adapter);
      return Object.assign(adapter, {
        queryRaw: async (query: SqlQuery) => {
          const result = await queryRaw(query);
          for (const column of charColumns.get(result.rows) ?? []) {
            result.columnTypes[column] = ColumnTypeEnum.Character;
          }
          return result;
        },
        // The adapter cuts a script at every semicolon, those within the body of a function included.
        executeScript: async (script: string) => {
          await pool.query(script);
        },
      });
    },
  });
}

function withCharsAsText(pool: pg.Pool, charColumns: WeakMap<object, readonly number[]>): pg.Pool {
  const query = pool.query.bind(pool);
  return Object.assign(pool, {
    query: async (statement: string | pg.QueryArrayConfig, values?: unknown[]) => {
      if (typeof statement === 'string') return query(statement, values);
      const result = await query(statement, values);
      const columns = [...result.fields.entries()].filter(([, field]) => field.dataTypeID === pg.types.builtins.CHAR);
      for (const [, field] of columns) field.dataTypeID = pg.types.builtins.TEXT;
      charColumns.set(
        result.rows,
        columns.map(([index]) => index),
      );
      return result;
    },
  });
}
