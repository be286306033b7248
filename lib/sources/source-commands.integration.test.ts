import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_KEYS, testKeyring } from '@/lib/alerts/testing/outbox';
import { parseKeyring } from '@/lib/secrets/keyring';
import { MINUTE_MS } from '@/lib/shared/clock';
import { testContext } from '@/lib/testing/context';
import { readAll } from '@/lib/worker/sources';
import { openLine } from '@/lib/worker/testing/database-line';
import {
  addRuns,
  connectVm0,
  heldRows,
  loadPlatform,
  testShop,
  viewRows,
  vm0Mapping,
} from '@/lib/worker/testing/source-world';
import { cancelCount, changeSource, connectSource, resumeCount } from './source-commands';
import { readPlaceUrl } from './source-place';
import { allSourceNotes, listSources, sourceDetail, sourceNotes } from './source-queries';
import { type PlaceFields, placeFieldsSchema } from './source-schema';
import { findSource, openPlace, resealSources, typedPlace } from './source-store';

const ctx = testContext();
vi.stubEnv('FAILPATH_SECRET_KEYS', TEST_KEYS);
type Elsewhere = Extract<PlaceFields, { kind: 'postgres' }>;
const SECRET = 'hunter2 @:/%?#';
const GONE = '00000000-0000-4000-8000-000000000000';
const ELSEWHERE: Elsewhere = {
  ...({ kind: 'postgres', host: 'db.example.com', port: 5432, tls: 'verified' } as const),
  ...{ database: 'plat form', user: 'reader@x', password: SECRET },
};
const OWN = { kind: 'own' } as const;

beforeAll(() => loadPlatform(ctx.url));
beforeEach(async () => {
  await ctx.db.workflow.deleteMany();
  await ctx.db.source.deleteMany();
});

async function refusalOf(done: Promise<{ ok: boolean; error?: { reason: string } }>): Promise<string | undefined> {
  return (await done).error?.reason;
}

describe('connecting and changing', () => {
  it('tells names and revisions apart, and asks for a password where none is kept for that place', async () => {
    const id = await connectVm0(ctx);
    const { name, revision } = (await sourceDetail(ctx, id)) ?? { name: '', revision: 0 };
    const mapping = vm0Mapping();
    expect(await refusalOf(connectSource(ctx, { name, place: OWN, mapping }))).toBe('name_taken');
    const typed = { ...ELSEWHERE, password: null };
    expect(await refusalOf(connectSource(ctx, { name: 'B', place: typed, mapping }))).toBe('password_needed');
    expect(await refusalOf(changeSource(ctx, { id, name, revision: 9, place: OWN, mapping }))).toBe('conflict');
    expect(await refusalOf(changeSource(ctx, { id: GONE, name, revision, place: OWN, mapping }))).toBe('not_found');
    expect(await refusalOf(changeSource(ctx, { id, name, revision, place: typed, mapping }))).toBe('password_needed');
    expect(await refusalOf(changeSource(ctx, { id, name, revision, place: ELSEWHERE, mapping }))).toBeUndefined();
    const other = { ...typed, host: 'evil.example.com' };
    const change = (place: typeof other) => changeSource(ctx, { id, name, revision: 2, place, mapping });
    expect(await refusalOf(change(other))).toBe('password_needed');
    expect(
      await refusalOf(changeSource(ctx, { id, name, revision: 2, place: { ...typed, tls: 'off' }, mapping })),
    ).toBe('password_needed');
    expect(await typedPlace(ctx, { id, place: other })).toEqual({ ok: false, error: { reason: 'password_needed' } });
    expect(await refusalOf(changeSource(ctx, { id, name, revision: 2, place: typed, mapping }))).toBeUndefined();
    const kept = await findSource(ctx.db, id);
    const opened = kept && openPlace(ctx.db, testKeyring(), kept);
    if (!opened?.ok) throw new Error('not opened');
    const { password, kind, ...place } = ELSEWHERE;
    expect(readPlaceUrl(opened.value.url)).toEqual({ place, password });
    expect(kind).toBe('postgres');
  });

  it('cancels and goes on only with a count that is under way, or was cancelled', async () => {
    const id = await connectVm0(ctx);
    expect(await refusalOf(resumeCount(ctx, { id }))).toBe('not_cancelled');
    expect((await cancelCount(ctx, { id })).ok).toBe(true);
    expect(await refusalOf(cancelCount(ctx, { id }))).toBe('not_counting');
    expect(await sourceDetail(ctx, id)).toMatchObject({ state: 'cancelled' });
  });

  it('seals the address anew for another key', async () => {
    const connected = await connectSource(ctx, { name: 'A', place: ELSEWHERE, mapping: vm0Mapping() });
    if (!connected.ok) throw new Error(connected.error.reason);
    const rotated = parseKeyring(`t2:${Buffer.alloc(32, 2).toString('base64')},${TEST_KEYS}`);
    if (!rotated.ok) throw new Error(rotated.error.reason);
    expect(await resealSources(ctx.db, rotated.value)).toEqual({ resealed: 1, unreadable: [] });
    expect(await resealSources(ctx.db, rotated.value)).toEqual({ resealed: 0, unreadable: [] });
    const kept = await findSource(ctx.db, connected.value.id);
    expect(kept && openPlace(ctx.db, testKeyring(), kept)).toEqual({
      ok: false,
      error: { reason: 'sealed_unreadable' },
    });
    expect(kept && openPlace(ctx.db, rotated.value, kept).ok).toBe(true);
  });

  it.each(['/var/run/postgresql', 'a,b', 'h@x', 'h x', '', 'h?x=1', '-h'])('%j is no host', (host) => {
    expect(placeFieldsSchema.safeParse({ ...ELSEWHERE, host }).success).toBe(false);
  });
});

it('says nothing where the only source is its own', async () => {
  await ctx.db.source.create({ data: { key: 'own', name: 'Failpath', kind: 'failpath' } });
  expect(await listSources(ctx)).toEqual([]);
  expect(await allSourceNotes(ctx)).toEqual([]);
  const own = await ctx.db.source.findUniqueOrThrow({ where: { key: 'own' } });
  expect(await sourceNotes(ctx, own.id)).toBeNull();
  expect(await sourceDetail(ctx, own.id)).toBeNull();
});

describe('another Postgres', () => {
  it('that is away is waited for, longer each time, with the reason shown; then it is read', async () => {
    const line = await openLine(ctx.url);
    const at = new URL(line.url);
    vi.stubEnv('FAILPATH_SOURCE_HOSTS', `127.0.0.1:${at.port}`);
    await addRuns(ctx.url, 20, new Date(ctx.now.getTime() - 60 * MINUTE_MS), ctx.now);
    const place: Elsewhere = {
      ...({ kind: 'postgres', host: '127.0.0.1', port: Number(at.port), tls: 'off' } as const),
      user: decodeURIComponent(at.username),
      password: decodeURIComponent(at.password),
      database: at.pathname.slice(1),
    };
    const id = await connectVm0(ctx, { everySeconds: 30 }, place);
    await line.cut();
    let now = ctx.now;
    const { shop, said } = testShop(ctx.db, () => now);
    const waits: number[] = [];
    for (let failures = 1; failures <= 4; failures++) {
      await readAll(shop);
      const reading = await ctx.db.sourceReading.findUniqueOrThrow({ where: { sourceId: id } });
      expect(reading.failures).toBe(failures);
      waits.push(reading.nextAt.getTime() - now.getTime());
      // Not before its time.
      await readAll(shop);
      now = reading.nextAt;
    }
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000]);
    const failing = await sourceDetail(ctx, id);
    expect(failing).toMatchObject({
      ...{ state: 'failing', place: `${place.user}@127.0.0.1:${at.port}/${place.database}` },
      failure: { code: 'unreachable', values: { host: '127.0.0.1', port: at.port }, times: 4 },
    });
    expect(said).toEqual([expect.stringMatching(/^a source cannot be read .*unreachable/)]);
    await line.mend();
    await readAll(shop);
    expect(await sourceDetail(ctx, id)).toMatchObject({ state: 'following', failure: null, asOf: now });
    expect(await heldRows(ctx.db, id)).toEqual(await viewRows(ctx.url));
    await line.cut();
    vi.stubEnv('FAILPATH_SOURCE_HOSTS', '');
  }, 60_000);

  it('leaves its password nowhere: not in the audit, the log, nor what pages and programs get', async () => {
    const connected = await connectSource(ctx, { name: 'A', place: ELSEWHERE, mapping: vm0Mapping() });
    if (!connected.ok) throw new Error(connected.error.reason);
    const { id } = connected.value;
    await changeSource(ctx, {
      ...{ id, name: 'B', revision: 1, mapping: vm0Mapping({ firstDays: 3 }) },
      place: { ...ELSEWHERE, password: `${SECRET}!`, host: 'no.such.host.invalid' },
    });
    const { shop, said } = testShop(ctx.db, () => ctx.now);
    await readAll(shop);
    const detail = await sourceDetail(ctx, id);
    expect(detail).toMatchObject({ state: 'failing', shown: { host: 'no.such.host.invalid', user: 'reader@x' } });
    const viewer = { ...ctx, db: ctx.db, actor: { ...ctx.actor, role: 'viewer' as const } };
    expect(await sourceDetail(viewer, id)).toMatchObject({ shown: null });
    const told = [
      ...(await ctx.db.auditEntry.findMany()),
      ...(await ctx.db.sourceMapping.findMany()),
      ...(await ctx.db.sourceReading.findMany()),
      ...[detail, await listSources(ctx), await allSourceNotes(ctx), said],
    ];
    const text = JSON.stringify(told, (_, each) => (typeof each === 'bigint' ? `${each}` : each));
    expect(said).toHaveLength(1);
    for (const secret of [SECRET, encodeURIComponent(SECRET), 'hunter2']) expect(text).not.toContain(secret);
  });
});
