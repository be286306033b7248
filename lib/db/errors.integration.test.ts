import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database';
import { createDb } from './client';
import { dbFailure, isUniqueViolation } from './errors';
import { transaction } from './transaction';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

describe('dbFailure', () => {
  it('names a doubled key, through the model and through SQL', async () => {
    const { db } = database;
    await db.ownerGroup.create({ data: { slug: 'a', name: 'A' } });
    const byModel = await errorOf(db.ownerGroup.create({ data: { slug: 'a', name: 'B' } }));
    const bySql = await errorOf(db.$executeRaw`insert into owner_group (slug, name) values ('a', 'B')`);
    for (const error of [byModel, bySql]) {
      expect(dbFailure(error)).toEqual({ kind: 'unique_violation', constraint: 'owner_group_slug_key' });
      expect(isUniqueViolation(error, 'owner_group_slug_key')).toBe(true);
      expect(isUniqueViolation(error, 'another_key')).toBe(false);
    }
  });

  it('names a missing parent', async () => {
    const groupId = '00000000-0000-4000-8000-000000000000';
    const error = await errorOf(
      database.db.ownerGroupMember.create({ data: { groupId, name: 'A', email: 'a@b.example' } }),
    );
    expect(dbFailure(error)).toEqual({
      kind: 'foreign_key_violation',
      constraint: 'owner_group_member_group_id_fkey',
    });
  });

  it('names a lost connection, in the middle and from the start', async () => {
    const killed = await errorOf(database.db.$queryRaw`select pg_terminate_backend(pg_backend_pid())`);
    expect(dbFailure(killed)).toEqual({ kind: 'connection_lost' });
    const absent = createDb('postgres://nobody:secret@127.0.0.1:1/none');
    expect(dbFailure(await errorOf(absent.ownerGroup.count()))).toEqual({ kind: 'connection_lost' });
    await absent.$disconnect();
  });

  it('leaves any other error alone', async () => {
    expect(dbFailure(new Error('disk full'))).toBeUndefined();
    expect(dbFailure('text')).toBeUndefined();
    expect(dbFailure(await errorOf(database.db.$queryRaw`select 1/0`))).toBeUndefined();
  });
});

describe('transaction', () => {
  it('rolls back everything when the work throws', async () => {
    const { db } = database;
    const error = await errorOf(
      transaction(db, async (tx) => {
        await tx.ownerGroup.create({ data: { slug: 'rolled-back', name: 'R' } });
        throw new Error('no');
      }),
    );
    expect(error).toEqual(new Error('no'));
    expect(await db.ownerGroup.count({ where: { slug: 'rolled-back' } })).toBe(0);
  });

  it('runs again after a write conflict', async () => {
    const { db } = database;
    await db.ownerGroup.create({ data: { slug: 'contended', name: 'before' } });
    let runs = 0;
    await transaction(
      db,
      async (tx) => {
        runs++;
        const group = await tx.ownerGroup.findUniqueOrThrow({ where: { slug: 'contended' } });
        // Somebody else writes in between, the first time only.
        if (runs === 1) await db.ownerGroup.update({ where: { slug: 'contended' }, data: { name: 'theirs' } });
        await tx.ownerGroup.update({ where: { slug: 'contended' }, data: { name: `${group.name}+ours` } });
      },
      { isolation: 'RepeatableRead' },
    );
    expect(runs).toBe(2);
    expect((await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'contended' } })).name).toBe('theirs+ours');
  });
});
