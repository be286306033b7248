import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { testContext } from '@/lib/testing/context';
import { auditedCommands, PASSWORD } from './testing/commands';

const base = testContext();
const ctx: Ctx = {
  get db() {
    return base.db;
  },
  now: base.now,
  actor: { ...base.actor, id: '6f0c2f9e-5a0e-4a57-9a5c-0d8f6f3a1b11' },
  from: { ip: '192.0.2.7', userAgent: 'a test' },
};
vi.stubEnv('FAILPATH_SECRET_KEYS', `t1:${Buffer.alloc(32).toString('base64')}`);
const { commands, reset } = auditedCommands(ctx);

beforeEach(async () => {
  await ctx.db.$executeRaw`drop trigger if exists no_audit on audit_entry`;
  await reset();
});

const LIB = path.resolve(import.meta.dirname, '..');
const COMMAND_FILE = /(?:^|-)(?:commands|publish|import|ingest)\.ts$|^drafts\.ts$/;
/** Files that write and hold no command. */
const NO_COMMANDS = {
  'accounts/token-queries.ts': 'when a token was last used',
  'alerts/awaited-store.ts': 'what a worker does by itself: hand-offs and the tries of their deliveries tell it',
  'alerts/claim-store.ts': 'the same',
  'alerts/deliver.ts': 'the same',
  'alerts/hand-off-store.ts': 'the same',
  'alerts/settle-store.ts': 'the same',
  'alerts/tell-store.ts': 'the same',
  'audit/record.ts': 'the audit itself',
  'drills/certificate-store.ts': 'what a run of drills proves: the run tells it',
  'drills/executor-runner.ts': 'what a worker does by itself in drills that somebody started: their rows tell it',
  'drills/realm-store.ts': 'the same',
  'drills/run-store.ts': 'the same',
  'drills/sandbox.ts': 'the same',
  'drills/target-store.ts': 'the same secrets, sealed with another key',
  'history/attempt-store.ts': 'what a worker reads of a connected source: its page and its recounts tell it',
  'history/change-store.ts': 'how far workers have read the history',
  'history/conformance-store.ts': 'derived from the history, to be made again at any time',
  'history/recount-store.ts': 'the same',
  'history/rollup-apply-queries.ts': 'the same',
  'history/rollup-merge-queries.ts': 'the same',
  'history/rollup-store.ts': 'the same',
  'history/threshold-store.ts': 'the same',
  'insight/catalogue-facts-store.ts': 'derived from the catalogue and configs, to be made again at any time',
  'insight/node-facts-store.ts': 'derived from configs, to be made again at any time',
  'insight/standard-state-store.ts': 'derived from standards and configs, to be made again at any time',
  'operations/process-store.ts': 'which processes run, said by themselves',
  'owners/channel-store.ts': 'the same secrets, sealed with another key',
  'sources/reading-store.ts': 'how far workers have read a source, and what they did not understand',
  'sources/recount-store.ts': 'what a recount has found: its row tells it',
  'sources/source-store.ts': 'the same addresses, sealed with another key',
  'workflows/batch-store.ts': 'what became of the files of an import: each import tells of itself',
  'workflows/bulk-run-store.ts': 'parts of bulk changes, which tell of each publication and of what was begun',
  'workflows/bulk-store.ts': 'the same',
  'workflows/own-source-store.ts': 'made with what first comes in, which tells of itself',
  'workflows/passing-store.ts': 'parts of publishing, within its transaction',
  'workflows/store.ts': 'parts of publishing and importing, within their transaction',
  'workflows/sync.ts': 'definitions that a worker takes in from a platform: their versions tell it',
  'workflows/write-back.ts': 'parts of publishing, within its transaction',
};
const SOURCES = readdirSync(LIB, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?!testing\/)[a-z]+\/[a-z-]+\.ts$/.test(name))
  .sort()
  .map((name) => ({ name, text: readFileSync(path.join(LIB, name), 'utf8') }));

describe('every command', () => {
  it('has a row here that says what it writes into the audit', async () => {
    const files = SOURCES.filter(({ name }) => COMMAND_FILE.test(path.basename(name)));
    const exported = await Promise.all(files.map(({ name }) => functionsOf(name)));
    expect(exported.flat().sort()).toEqual(Object.keys(commands).sort());
  });

  it('stands in a file that is looked through here', () => {
    const writes =
      /\b(?:db|tx)\.\w+\.(?:create|update|upsert|delete)\w*\(|\b(?:insert into|delete from|update \w+ set)\b/;
    const writing = SOURCES.filter(({ name, text }) => writes.test(text) && !COMMAND_FILE.test(path.basename(name)));
    expect(writing.map(({ name }) => name)).toEqual(Object.keys(NO_COMMANDS));
  });

  const audited = Object.entries(commands).flatMap(([name, row]) => ('none' in row ? [] : [{ name, ...row }]));

  it.each(audited)('$name writes $writes, with the change or not at all', async ({ arrange, writes }) => {
    const act = await arrange();
    const before = await lastId();
    await ctx.db.$executeRaw`
      create trigger no_audit before insert on audit_entry for each row execute function audit_entry_stays()`;
    await expect(act()).rejects.toThrow();
    await ctx.db.$executeRaw`drop trigger no_audit on audit_entry`;
    // What it changes was taken back, so that the same again finds all as it was.
    await act();
    const entries = await ctx.db.auditEntry.findMany({ where: { id: { gt: before } } });
    expect(entries.map(({ action }) => action)).toEqual(writes);
    expect(entries[0]).toMatchObject({ at: ctx.now, ip: '192.0.2.7', userAgent: 'a test' });
    expect(JSON.stringify(entries, (_, each) => (typeof each === 'bigint' ? `${each}` : each))).not.toContain(PASSWORD);
  });

  it.each(audited)('$name writes nothing where nothing changes', async ({ idle }) => {
    const before = await lastId();
    await idle();
    expect(await ctx.db.auditEntry.findMany({ where: { id: { gt: before } }, select: { action: true } })).toEqual([]);
  });
});

async function functionsOf(name: string): Promise<string[]> {
  const module: Record<string, unknown> = await import(path.join(LIB, name));
  const functions = Object.entries(module).filter(([, value]) => typeof value === 'function');
  return functions.map(([key]) => `${name.replace(/\.ts$/, '')}#${key}`);
}

async function lastId(): Promise<bigint> {
  return (await ctx.db.auditEntry.aggregate({ _max: { id: true } }))._max.id ?? 0n;
}
