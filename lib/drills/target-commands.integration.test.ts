import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ForbiddenError } from '@/lib/accounts/context';
import { ROLES } from '@/lib/accounts/permissions';
import { demandKeyring } from '@/lib/secrets/keyring-store';
import { testContext } from '@/lib/testing/context';
import { awardCertificate } from './certificate-store';
import { addTarget, changeTarget, removeTarget, rotateTargetSecret } from './target-commands';
import { listDrillTargets } from './target-queries';
import { targetChangeSchema, targetFieldsSchema } from './target-schema';
import { findTarget, openTargetSecret, resealTargets } from './target-store';
import { askForDrills, makeDrillWorld } from './testing/drill-world';

const ctx = testContext();
const KEY = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
const URL_OF = 'https://platform.example.com/drills?token=t0ps3cret';
const FIELDS = { name: 'Staging', environment: 'staging', url: URL_OF } as const;

beforeEach(async () => {
  vi.stubEnv('FAILPATH_SECRET_KEYS', KEY);
  vi.stubEnv('FAILPATH_CHANNEL_HOSTS', '');
  await ctx.db.drillRun.deleteMany();
  await ctx.db.drillTarget.deleteMany();
});

async function added(change: Partial<Parameters<typeof addTarget>[1]> = {}) {
  const made = await addTarget(ctx, { ...FIELDS, ...change });
  if (!made.ok) throw new Error(made.error.reason);
  return made.value;
}
const secretOf = async (id: string, keys = KEY) => {
  const target = await findTarget(ctx.db, id);
  return target && openTargetSecret(demandKeyring(keys, 'a test'), target);
};

describe('addTarget', () => {
  it('makes a secret, answers it once, and keeps it sealed for its own row', async () => {
    const { id, secret } = await added();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const row = await ctx.db.drillTarget.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ name: 'Staging', environment: 'staging', url: URL_OF, createdBy: ctx.actor.name });
    expect(row.sealed).not.toContain(secret?.slice(6));
    expect(await secretOf(id)).toBe(secret);
    const other = await added({ name: 'Other' });
    await ctx.db.drillTarget.update({ where: { id: other.id }, data: { sealed: row.sealed } });
    expect(await secretOf(other.id)).toBeNull();
  });

  it('makes none where a person does it', async () => {
    const { id, secret } = await added({ url: null });
    expect([secret, await secretOf(id)]).toEqual([null, null]);
  });

  it('refuses production, and says so by name', async () => {
    expect(await addTarget(ctx, { ...FIELDS, environment: 'production' })).toEqual({
      ...{ ok: false, error: { reason: 'production' } },
    });
    expect(await ctx.db.drillTarget.count()).toBe(0);
  });

  it.each([
    ['http://platform.example.com/', 'address_not_https'],
    ['https://10.0.0.7/', 'address_private'],
    ['https://localhost/', 'address_private'],
    ['https://a:b@platform.example.com/', 'address_userinfo'],
    ['https://platform.example.com:22/', 'address_port'],
    ['platform', 'address_unreadable'],
  ])('refuses %s: %s', async (url, code) => {
    const issues = [{ path: 'url', code }];
    expect(await addTarget(ctx, { ...FIELDS, url })).toMatchObject({ error: { reason: 'invalid', issues } });
  });

  it('takes a private host that the operator allows', async () => {
    vi.stubEnv('FAILPATH_CHANNEL_HOSTS', '10.0.0.7:8080');
    expect((await added({ url: 'http://10.0.0.7:8080/drills' })).secret).not.toBeNull();
  });

  it('refuses a name that is taken, until its target is taken away', async () => {
    const { id } = await added();
    expect(await addTarget(ctx, FIELDS)).toMatchObject({ error: { reason: 'name_taken' } });
    await removeTarget(ctx, { id });
    await added();
    expect((await listDrillTargets(ctx)).map(({ name }) => name)).toEqual(['Staging']);
  });

  it('tells the audit the host and no more of the address', async () => {
    const { id } = await added();
    await changeTarget(ctx, { ...FIELDS, id, name: 'Night' });
    await rotateTargetSecret(ctx, { id });
    await removeTarget(ctx, { id });
    const entries = await ctx.db.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
      ['drill_target.create', 'Staging'],
      ['drill_target.update', 'Night'],
      ['drill_target.rotate', 'Night'],
      ['drill_target.remove', 'Night'],
    ]);
    expect(entries[0]?.after).toEqual({ name: 'Staging', environment: 'staging', host: 'platform.example.com' });
    expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain('t0ps3cret');
  });
});

describe('changeTarget', () => {
  it('keeps the secret, and makes one where there was none or it cannot be read', async () => {
    const { id, secret } = await added();
    expect(await changeTarget(ctx, { ...FIELDS, id, environment: 'test' })).toMatchObject({ value: { secret: null } });
    expect(await secretOf(id)).toBe(secret);
    expect(await changeTarget(ctx, { ...FIELDS, id, url: null })).toMatchObject({ value: { secret: null } });
    expect((await ctx.db.drillTarget.findUniqueOrThrow({ where: { id } })).sealed).toBeNull();
    const again = await changeTarget(ctx, { ...FIELDS, id });
    expect(again.ok && again.value.secret).toMatch(/^whsec_/);
    expect(again.ok && again.value.secret).not.toBe(secret);
    vi.stubEnv('FAILPATH_SECRET_KEYS', `k2:${Buffer.alloc(32, 2).toString('base64')}`);
    const unreadable = await changeTarget(ctx, { ...FIELDS, id });
    expect(unreadable.ok && unreadable.value.secret).toMatch(/^whsec_/);
  });

  it('refuses what adding refuses, and a target that is gone', async () => {
    const { id } = await added();
    await added({ name: 'Other' });
    const refused = async (change: Partial<Parameters<typeof changeTarget>[1]>) =>
      changeTarget(ctx, { ...FIELDS, id, ...change });
    expect(await refused({ environment: 'production' })).toMatchObject({ error: { reason: 'production' } });
    expect(await refused({ name: 'Other' })).toMatchObject({ error: { reason: 'name_taken' } });
    expect(await refused({ url: 'http://x.example' })).toMatchObject({ error: { reason: 'invalid' } });
    await removeTarget(ctx, { id });
    for (const command of [() => refused({}), () => removeTarget(ctx, { id }), () => rotateTargetSecret(ctx, { id })])
      expect(await command()).toMatchObject({ error: { reason: 'not_found' } });
  });
});

describe('what was proved at a target', () => {
  async function proved(targetId: string) {
    const world = await makeDrillWorld(ctx.db);
    const runId = await askForDrills(world, { runner: 'webhook', targetId, clock: 'real' });
    const { id: trialId } = await ctx.db.drillTrial.findFirstOrThrow({ where: { runId } });
    await ctx.db.drillRun.update({ where: { id: runId }, data: { state: 'passed', endedAt: ctx.now } });
    await awardCertificate(ctx.db, {
      ...{ nodeRowId: world.nodeRowId, drill: 1, kind: 'platform', trialId, runId, nodeVersion: 1, policyHash: 'h' },
      ...{ recipient: null, routeHash: '', target: 'Staging', passedAt: ctx.now },
    });
    return () => ctx.db.drillCertificate.count({ where: { nodeRowId: world.nodeRowId } });
  }

  it('is so as long as it is the same target, whatever it is called and signed with', async () => {
    const [{ id }, { id: other }] = [await added(), await added({ name: 'Other' })];
    const certificates = await proved(id);
    await changeTarget(ctx, { ...FIELDS, id, name: 'Renamed' });
    await rotateTargetSecret(ctx, { id });
    await removeTarget(ctx, { id: other });
    expect(await certificates()).toBe(1);
  });

  it('is so no more once the target is elsewhere, another environment, or gone', async () => {
    for (const [name, change] of [
      ['a', { url: 'https://elsewhere.example.com/' }],
      ['b', { environment: 'test' }],
      ['c', null],
    ] as const) {
      const { id } = await added({ name });
      const certificates = await proved(id);
      if (change === null) await removeTarget(ctx, { id });
      else await changeTarget(ctx, { ...FIELDS, id, name, ...change });
      expect(await certificates()).toBe(0);
    }
  });
});

describe('a target where a run has not ended', () => {
  it('stays where it is, so that what was set there can be put back', async () => {
    const { id } = await added();
    const world = await makeDrillWorld(ctx.db);
    const runId = await askForDrills(world, { runner: 'webhook', targetId: id, clock: 'real' });
    const inUse = { error: { reason: 'in_use', runId } };
    expect(await removeTarget(ctx, { id })).toMatchObject(inUse);
    expect(await changeTarget(ctx, { ...FIELDS, id, url: 'https://elsewhere.example.com/' })).toMatchObject(inUse);
    expect(await changeTarget(ctx, { ...FIELDS, id, environment: 'test' })).toMatchObject(inUse);
    expect(await changeTarget(ctx, { ...FIELDS, id, name: 'Renamed' })).toMatchObject({ ok: true });
    await ctx.db.drillRun.update({ where: { id: runId }, data: { state: 'aborted', endedAt: ctx.now } });
    expect(await removeTarget(ctx, { id })).toEqual({ ok: true, value: null });
    expect(await ctx.db.drillRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({ target: 'Test' });
    expect(await ctx.db.drillTarget.findUniqueOrThrow({ where: { id } })).toMatchObject({ url: null, sealed: null });
  });
});

it('rotates: the new secret alone signs; without an address there is nothing to sign', async () => {
  const { id, secret } = await added();
  const rotated = await rotateTargetSecret(ctx, { id });
  if (!rotated.ok) throw new Error(rotated.error.reason);
  expect(rotated.value.secret).not.toBe(secret);
  expect(await secretOf(id)).toBe(rotated.value.secret);
  const { id: byHand } = await added({ name: 'By hand', url: null });
  expect(await rotateTargetSecret(ctx, { id: byHand })).toMatchObject({ error: { reason: 'no_address' } });
});

it('seals anew with the first key, and names what none opens', async () => {
  const { id, secret } = await added();
  const keys = `k2:${Buffer.alloc(32, 2).toString('base64')},${KEY}`;
  const lost = await ctx.db.drillTarget.create({
    data: { name: 'Lost', environment: 'test', url: URL_OF, sealed: 'fps1.gone.x.y', createdBy: 'A' },
  });
  const keyring = demandKeyring(keys, 'a test');
  expect(await resealTargets(ctx.db, keyring)).toEqual({ resealed: 1, unreadable: [lost.id] });
  expect(await resealTargets(ctx.db, keyring)).toMatchObject({ resealed: 0 });
  expect(await secretOf(id, keys.split(',')[0])).toBe(secret);
});

describe('listDrillTargets', () => {
  it('shows the address to whom may change it, and the host to everybody', async () => {
    await added();
    await added({ name: 'By hand', url: null });
    expect(await listDrillTargets(ctx)).toMatchObject([
      { name: 'By hand', host: null, url: null, runs: 0, lastRunAt: null },
      { name: 'Staging', host: 'platform.example.com', url: URL_OF },
    ]);
    const viewer = { ...ctx.actor, role: 'viewer' } as const;
    expect(await listDrillTargets({ ...ctx, db: ctx.db, actor: viewer })).toMatchObject([{}, { url: null }]);
  });
});

it('is for administrators', async () => {
  for (const role of ROLES.filter((each) => each !== 'administrator')) {
    const as = { ...ctx, db: ctx.db, actor: { ...ctx.actor, role } };
    const id = '00000000-0000-4000-8000-000000000000';
    await expect(addTarget(as, FIELDS)).rejects.toThrow(ForbiddenError);
    await expect(changeTarget(as, { ...FIELDS, id })).rejects.toThrow(ForbiddenError);
    await expect(rotateTargetSecret(as, { id })).rejects.toThrow(ForbiddenError);
    await expect(removeTarget(as, { id })).rejects.toThrow(ForbiddenError);
  }
});

it('reads what a person typed', () => {
  expect(targetFieldsSchema.parse({ name: ' A ', environment: 'test', url: ' ' })).toEqual({
    ...{ name: 'A', environment: 'test', url: null },
  });
  const codes = (input: unknown) => targetChangeSchema.safeParse(input).error?.issues.map(({ message }) => message);
  expect(codes({ id: 'x', name: '', environment: 'prod', url: '\0' })).toEqual(
    expect.arrayContaining(['target_unknown', 'name_empty', 'environment_unknown', 'address_unreadable']),
  );
});
