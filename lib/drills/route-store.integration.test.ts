import { beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { ROUTES_SQL, routeHashes, routeHashOf } from './route-store';

const ctx = testContext();
let groupId = '';

beforeEach(async () => {
  await ctx.db.ownerGroup.deleteMany();
  groupId = (await ctx.db.ownerGroup.create({ data: { slug: 'ops', name: 'Ops' } })).id;
  await ctx.db.ownerGroup.create({ data: { slug: 'silent', name: 'Silent' } });
});

const channel = (name: string, fallback = false) =>
  ctx.db.channel.create({
    data: { groupId, kind: 'mail', name, fallback, settings: { to: [name] }, updatedAt: ctx.now },
  });
const hash = (): Promise<string> => routeHashOf(ctx.db, 'ops');

describe('the route of a group', () => {
  it('is empty for nobody, an unknown group and one without channels', async () => {
    expect([await routeHashOf(ctx.db, null), await routeHashOf(ctx.db, 'nobody'), await hash()]).toEqual(['', '', '']);
  });

  it('stays as long as nothing changes', async () => {
    await channel('a@x');
    expect(await hash()).not.toBe('');
    expect(await hash()).toBe(await hash());
  });

  const changes: [string, (id: string) => Promise<unknown>][] = [
    ['another channel', () => channel('b@x')],
    ['other settings', (id) => ctx.db.channel.update({ where: { id }, data: { settings: { to: ['c@x'] } } })],
    [
      'another secret',
      (id) => ctx.db.channel.update({ where: { id }, data: { updatedAt: new Date(ctx.now.getTime() + 1) } }),
    ],
    ['switched off', (id) => ctx.db.channel.update({ where: { id }, data: { enabled: false } })],
    ['removed', (id) => ctx.db.channel.update({ where: { id }, data: { removedAt: ctx.now } })],
  ];
  it.each(changes)('is another one with %s', async (_, change) => {
    const { id } = await channel('a@x');
    const before = await hash();
    await change(id);
    expect(await hash()).not.toBe(before);
  });

  it('does not mind fallbacks beside others, keys that were changed, nor another group', async () => {
    const { id } = await channel('a@x');
    const before = await hash();
    const fallback = await channel('f@x', true);
    await ctx.db.channel.update({ where: { id: fallback.id }, data: { settings: { to: ['g@x'] } } });
    await ctx.db.channel.update({ where: { id }, data: { sealed: 'sealed again by another key' } });
    await ctx.db.ownerGroup.update({ where: { slug: 'silent' }, data: { name: 'Quiet' } });
    expect(await hash()).toBe(before);
  });

  it('is that of the fallbacks where there is nothing else', async () => {
    await channel('f@x', true);
    const before = await hash();
    expect(before).not.toBe('');
    await channel('g@x', true);
    expect(await hash()).not.toBe(before);
  });

  it('is the same one by one, together, as a fragment, and for drills', async () => {
    await channel('a@x');
    const one = await hash();
    const together = await routeHashes(ctx.db, ['ops', 'silent', 'nobody']);
    expect(['ops', 'silent', 'nobody', null].map(together)).toEqual([one, '', '', '']);
    expect(await ctx.db.$queryRaw`${ROUTES_SQL}`).toEqual([{ slug: 'ops', hash: one }]);
    expect(await routeHashOf(ctx.drillDb, 'ops')).toBe(one);
  });
});
