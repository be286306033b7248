import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { testContext } from '@/lib/testing/context';
import { saveStandard } from './standard-commands';
import { getStandard, listStandards } from './standard-queries';

const base = testContext();
const RETRY = { maxAttempts: 3, backoff: 'fixed', initialInterval: '5s', maxInterval: '1m' };
let groupId: string;
const as = (role: Ctx['actor']['role'], groups: readonly string[] = []): Ctx => ({
  ...{ db: base.db, now: base.now },
  actor: { id: 'x', name: 'Xu', role, groups, via: 'session' },
});

beforeEach(async () => {
  await base.db.ownerGroup.deleteMany();
  groupId = (await base.db.ownerGroup.create({ data: { slug: 'team', name: 'Team' } })).id;
});

describe('the standard of a group', () => {
  it('is kept as written, with who changed it, and told by the audit', async () => {
    const ctx = as('editor', ['team']);
    expect(await getStandard(ctx, groupId)).toEqual({ document: {}, version: 0, updatedBy: null, updatedAt: null });
    const first = { retry: RETRY, alert: { silence: 'PT1H' } };
    expect(await saveStandard(ctx, { groupId, document: first, version: 0 })).toEqual({
      ok: true,
      value: { version: 1 },
    });
    expect(await getStandard(ctx, groupId)).toEqual({
      ...{ document: first, version: 1, updatedBy: 'Xu', updatedAt: base.now },
    });
    const second = { retry: RETRY, classification: [], onExhausted: { action: 'manual' } };
    expect(await saveStandard(ctx, { groupId, document: second, version: 1 })).toMatchObject({ value: { version: 2 } });
    const entries = await base.db.auditEntry.findMany({ where: { subjectId: groupId }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'group.standard', before: null, after: first },
      { action: 'group.standard', before: first, after: { retry: RETRY } },
    ]);
    expect(await listStandards(ctx)).toEqual([{ slug: 'team', name: 'Team', document: { retry: RETRY } }]);
  });

  it('that says the same makes no version; one that is taken back makes one, and is listed no more', async () => {
    const ctx = as('administrator');
    await saveStandard(ctx, { groupId, document: { retry: RETRY }, version: 0 });
    const again = { groupId, document: { alert: {}, retry: { ...RETRY } }, version: 1 };
    expect(await saveStandard(ctx, again)).toEqual({ ok: true, value: { version: 1 } });
    expect(await saveStandard(ctx, { groupId, document: {}, version: 1 })).toEqual({ ok: true, value: { version: 2 } });
    expect(await listStandards(ctx)).toEqual([]);
    expect(await getStandard(ctx, groupId)).toMatchObject({ document: {}, version: 2 });
  });

  it('changed underneath: both sides are there, and nothing is lost', async () => {
    const [ann, ben] = [as('administrator'), as('editor', ['team'])];
    await saveStandard(ann, { groupId, document: { retry: RETRY }, version: 0 });
    const mine = { alert: { silence: '1h' } };
    const refused = await saveStandard(ben, { groupId, document: mine, version: 0 });
    expect(refused).toMatchObject({
      ok: false,
      error: { reason: 'standard_conflict', standard: { document: { retry: RETRY }, version: 1 } },
    });
    expect(await getStandard(ann, groupId)).toMatchObject({ document: { retry: RETRY } });
  });

  it('two at once: one is kept, the other is told', async () => {
    const ctx = as('administrator');
    const writes = ['1h', '2h', '3h', '4h'].map((silence) =>
      saveStandard(ctx, { groupId, document: { alert: { silence } }, version: 0 }),
    );
    const results = await Promise.all(writes);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await getStandard(ctx, groupId)).version).toBe(1);
  });

  it('is written by members and administrators, and read by all', async () => {
    const input = { groupId, document: { retry: RETRY }, version: 0 };
    expect(await saveStandard(as('editor', ['others']), input)).toMatchObject({ error: { reason: 'not_yours' } });
    await expect(saveStandard(as('viewer', ['team']), input)).rejects.toThrow();
    expect(await saveStandard(as('editor', ['team']), input)).toMatchObject({ ok: true });
    expect(await getStandard(as('viewer'), groupId)).toMatchObject({ version: 1 });
  });

  it('that does not hold is refused with each place; nothing is kept', async () => {
    const document = { retry: { maxAttempts: 2, retryOn: [] }, owner: 'team' };
    const refused = await saveStandard(as('administrator'), { groupId, document, version: 0 });
    if (refused.ok || refused.error.reason !== 'standard_invalid') throw new Error('not refused');
    expect(refused.error.diagnostics.map(({ code, path }) => `${code} ${path?.join('.')}`)).toEqual([
      'retry_incomplete retry.backoff',
      'retry_incomplete retry.initialInterval',
      'retry_incomplete retry.maxInterval',
      'unknown_key ',
      'standard_key retry.retryOn',
    ]);
    expect(await base.db.groupStandard.count()).toBe(0);
    expect(await base.db.auditEntry.count({ where: { subjectId: groupId } })).toBe(0);
  });

  it('of a group that is not there', async () => {
    const gone = '00000000-0000-4000-8000-000000000000';
    expect(await saveStandard(as('administrator'), { groupId: gone, document: {}, version: 0 })).toMatchObject({
      error: { reason: 'not_found' },
    });
    expect(await getStandard(as('viewer'), 'nonsense')).toMatchObject({ version: 0 });
  });
});
