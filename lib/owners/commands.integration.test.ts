import { beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import { testContext } from '@/lib/testing/context';
import { createOwnerGroup, deleteOwnerGroup, updateOwnerGroup } from './commands';
import { listOwnerGroups } from './queries';
import { ownerGroupSchema } from './schema';

const ANN = { name: 'Ann', email: 'ann@example.com' };
const BO = { name: 'Bo', email: 'bo@example.com' };

const ctx = testContext();
beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
});

async function made(slug = 'payments-ops', members = [BO, ANN]): Promise<string> {
  const result = await createOwnerGroup(ctx, { slug, name: 'Payments', members });
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.id;
}

/** A workflow owned by the group, with one node that also notifies it and one that does not name it. */
async function named(slug: string): Promise<void> {
  const source = await ctx.db.source.upsert({
    where: { key: 'own' },
    create: { key: 'own', name: 'Failpath', kind: 'failpath' },
    update: {},
  });
  await ctx.db.workflow.create({
    data: {
      sourceId: source.id,
      key: 'orders',
      name: 'Orders',
      dialect: 'failpath',
      fileName: 'orders.yaml',
      text: '',
      owner: slug,
      nodes: {
        create: [
          { nodeId: 'a', name: 'A', position: 0, config: { owner: slug, onExhausted: { notify: slug } } },
          { nodeId: 'b', name: 'B', position: 1, config: { owner: 'others' } },
        ],
      },
    },
  });
}

describe('createOwnerGroup', () => {
  it('makes a group with its members, by name', async () => {
    const id = await made();
    expect(await listOwnerGroups(ctx)).toEqual([
      {
        ...{ id, slug: 'payments-ops', name: 'Payments', members: [ANN, BO], uses: 0 },
        ...{ timeZone: 'UTC', language: 'en' },
      },
    ]);
  });

  it('refuses a slug that exists', async () => {
    await made();
    expect(await createOwnerGroup(ctx, { slug: 'payments-ops', name: 'Other', members: [] })).toEqual({
      ok: false,
      error: { reason: 'slug_taken' },
    });
  });

  it('refuses a member listed twice, whatever the case', async () => {
    const twice = [ANN, { ...ANN, email: 'ANN@example.com' }];
    expect(await createOwnerGroup(ctx, { slug: 'x', name: 'X', members: twice })).toEqual({
      ok: false,
      error: { reason: 'duplicate_member' },
    });
    expect(await listOwnerGroups(ctx)).toEqual([]);
  });

  it('is not for people who may only read', async () => {
    const viewer: Ctx = { ...ctx, actor: { ...ctx.actor, role: 'viewer' } };
    await expect(createOwnerGroup(viewer, { slug: 'x', name: 'X', members: [] })).rejects.toThrow(ForbiddenError);
  });
});

describe('updateOwnerGroup', () => {
  it('replaces name and members while the group is in use', async () => {
    const id = await made();
    await named('payments-ops');
    const result = await updateOwnerGroup(ctx, { id, slug: 'payments-ops', name: 'Payments on-call', members: [BO] });
    expect(result).toEqual({ ok: true, value: { id } });
    expect(await listOwnerGroups(ctx)).toMatchObject([{ name: 'Payments on-call', members: [BO], uses: 2 }]);
  });

  it('sets time zone and language, and leaves them where nothing is said of them', async () => {
    const id = await made();
    const group = { id, slug: 'payments-ops', name: 'Payments', members: [] };
    await updateOwnerGroup(ctx, { ...group, timeZone: 'Asia/Shanghai', language: 'zh-CN' });
    await updateOwnerGroup(ctx, { ...group, name: 'Money' });
    expect(await listOwnerGroups(ctx)).toMatchObject([{ name: 'Money', timeZone: 'Asia/Shanghai', language: 'zh-CN' }]);
    const { before, after } = await ctx.db.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect([before, after]).toMatchObject([{ timeZone: 'Asia/Shanghai' }, { language: 'zh-CN' }]);
  });

  it('changes the slug only while nothing names it', async () => {
    const id = await made();
    expect(await updateOwnerGroup(ctx, { id, slug: 'pay', name: 'Payments', members: [] })).toMatchObject({ ok: true });
    await named('pay');
    expect(await updateOwnerGroup(ctx, { id, slug: 'money', name: 'Payments', members: [] })).toEqual({
      ok: false,
      error: { reason: 'slug_in_use', uses: 2 },
    });
  });

  it('refuses the slug of another group, and a group that is gone', async () => {
    const id = await made();
    await made('night-crew');
    expect(await updateOwnerGroup(ctx, { id, slug: 'night-crew', name: 'P', members: [] })).toMatchObject({
      error: { reason: 'slug_taken' },
    });
    await ctx.db.ownerGroup.deleteMany();
    expect(await updateOwnerGroup(ctx, { id, slug: 'pay', name: 'P', members: [] })).toMatchObject({
      error: { reason: 'not_found' },
    });
  });
});

describe('deleteOwnerGroup', () => {
  it('removes a group that nothing names, with its members', async () => {
    const id = await made();
    expect(await deleteOwnerGroup(ctx, { id })).toEqual({ ok: true, value: null });
    expect(await ctx.db.ownerGroupMember.count()).toBe(0);
  });

  it('says in how many places a group is named, and keeps it', async () => {
    const id = await made();
    await named('payments-ops');
    expect(await deleteOwnerGroup(ctx, { id })).toEqual({ ok: false, error: { reason: 'slug_in_use', uses: 2 } });
    expect(await listOwnerGroups(ctx)).toHaveLength(1);
  });

  it('loses no message that is on its way', async () => {
    const id = await made();
    const { id: channelId } = await ctx.db.channel.create({
      data: { groupId: id, kind: 'mail', name: 'Mail', settings: { kind: 'mail' } },
    });
    const delivery = { channelId, fingerprint: 'f', kind: 'notification' };
    const states = ['pending', 'sending', 'retry', 'sent', 'dead', 'unknown'];
    await ctx.db.delivery.createMany({ data: states.map((state, seq) => ({ ...delivery, state, seq })) });
    const refused = { ok: false, error: { reason: 'messages_waiting', messages: 3 } };
    expect(await deleteOwnerGroup(ctx, { id })).toEqual(refused);
    await ctx.db.delivery.updateMany({ data: { state: 'sent' } });
    expect(await deleteOwnerGroup(ctx, { id })).toEqual({ ok: true, value: null });
  });
});

describe('ownerGroupSchema', () => {
  it.each([
    ['an upper-case slug', { slug: 'Payments' }, 'slug', 'owner_slug_shape'],
    ['no slug', { slug: '' }, 'slug', 'owner_slug_empty'],
    ['no name', { name: '  ' }, 'name', 'group_name'],
    ['no time zone', { timeZone: 'Mars/Olympus' }, 'timeZone', 'time_zone'],
    ['an offset, which knows no summer', { timeZone: '+08:00' }, 'timeZone', 'time_zone'],
    ['no address', { members: [{ name: 'Ann', email: 'ann' }] }, 'members.0.email', 'member_email'],
    [
      'a member twice',
      { members: [ANN, BO, { name: 'Ann again', email: 'Ann@Example.com' }] },
      'members.2.email',
      'duplicate_member',
    ],
  ])('names the field: %s', (_, wrong, path, code) => {
    const result = ownerGroupSchema.safeParse({ slug: 'ok', name: 'Ok', members: [], ...wrong });
    expect(result.error?.issues[0]).toMatchObject({ message: code });
    expect(result.error?.issues[0]?.path.join('.')).toBe(path);
  });

  it('forgives a space around an address that was pasted', () => {
    const group = ownerGroupSchema.parse({
      slug: 'ok',
      name: ' Ok ',
      members: [{ ...ANN, email: ' ann@example.com ' }],
    });
    expect(group).toEqual({ slug: 'ok', name: 'Ok', members: [ANN] });
  });
});
