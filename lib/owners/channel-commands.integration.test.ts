import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import { formatKey } from '@/lib/secrets/keyring';
import { currentKeyring, demandKeyring } from '@/lib/secrets/keyring-store';
import { testContext } from '@/lib/testing/context';
import {
  addChannel,
  changeChannel,
  endOldSigningSecret,
  removeChannel,
  rotateSigningSecret,
  switchChannel,
} from './channel-commands';
import type { ChannelAdd } from './channel-input';
import { listChannels, listGroupReach } from './channel-queries';
import type { ChannelSecrets } from './channel-schema';
import { openSecrets, resealChannels } from './channel-store';

const key = (id: string) => formatKey({ id, bytes: randomBytes(32) });
const OLD_KEY = key('k1');
const TOKEN = 'aVerySecretTokenOfARobot';
const SIGN = 'feishu-secret-demo';
const SLACK = `https://hooks.slack.com/services/T0/B0/${TOKEN}`;
const FEISHU = `https://open.feishu.cn/open-apis/bot/v2/hook/${TOKEN}`;
const HOOK = `https://receiver.example.com/in?key=${TOKEN}`;

const ctx = testContext();
let groupId: string;

beforeEach(async () => {
  vi.stubEnv('FAILPATH_SECRET_KEYS', OLD_KEY);
  await ctx.db.workflow.deleteMany();
  await ctx.db.ownerGroup.deleteMany();
  const group = await ctx.db.ownerGroup.create({ data: { slug: 'payments-ops', name: 'Payments' } });
  groupId = group.id;
});
afterEach(() => vi.unstubAllEnvs());

const slack = (more: Partial<ChannelAdd> = {}): ChannelAdd => ({
  ...{ groupId, name: 'On call', fallback: false, settings: { kind: 'slack' }, secrets: { url: SLACK } },
  ...more,
});
const feishu = () => slack({ settings: { kind: 'feishu' }, secrets: { url: FEISHU, secret: SIGN } });
const webhook = () => slack({ settings: { kind: 'webhook' }, secrets: { url: HOOK } });
const jira = () =>
  slack({
    settings: {
      ...{ kind: 'jira', site: 'https://acme.atlassian.net', email: 'bot@example.com' },
      ...{ project: 'OPS', issueType: 'Task' },
    },
    secrets: { token: TOKEN },
  });

async function added(input: ChannelAdd = slack()): Promise<string> {
  const result = await addChannel(ctx, input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.id;
}

async function kept(id: string): Promise<ChannelSecrets | null> {
  return openSecrets(currentKeyring(), await ctx.db.channel.findUniqueOrThrow({ where: { id } }));
}

/** All that the database says of channels, and all that the audit does. */
async function written(): Promise<string> {
  return JSON.stringify([
    await ctx.db.channel.findMany(),
    (await ctx.db.auditEntry.findMany()).map((entry) => ({ ...entry, id: Number(entry.id) })),
  ]);
}

async function named(): Promise<void> {
  const source = await ctx.db.source.upsert({
    ...{ where: { key: 'own' }, update: {} },
    create: { key: 'own', name: 'Failpath', kind: 'failpath' },
  });
  const workflow = { sourceId: source.id, key: 'orders', name: 'Orders', dialect: 'failpath', fileName: 'o', text: '' };
  await ctx.db.workflow.create({ data: { ...workflow, owner: 'payments-ops' } });
}

describe('addChannel', () => {
  it('seals what is secret for this row, and shows only the host', async () => {
    const id = await added(feishu());
    expect(await kept(id)).toEqual({ kind: 'feishu', url: FEISHU, secret: SIGN });
    const text = await written();
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(SIGN);
    const rows = await listChannels(ctx, groupId);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${TOKEN}|${SIGN}`));
    expect(rows).toMatchObject([
      { id, kind: 'feishu', name: 'On call', host: 'open.feishu.cn', signed: true, unreadable: false },
    ]);
    const [row] = await ctx.db.channel.findMany();
    expect(
      openSecrets(currentKeyring(), { ...row, id: groupId, kind: 'feishu', sealed: row?.sealed ?? '' }),
    ).toBeNull();
  });

  it('makes the signing secret of a webhook, and says it this once', async () => {
    const result = await addChannel(ctx, webhook());
    const secret = result.ok ? result.value.signingSecret : null;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await kept(result.ok ? result.value.id : '')).toEqual({
      ...{ kind: 'webhook', url: HOOK, signingSecrets: [secret] },
    });
    expect(await written()).not.toContain(secret);
    expect(JSON.stringify(await listChannels(ctx, groupId))).not.toContain('whsec_');
  });

  it.each([
    ['no address', slack, { secrets: {} }, 'secrets.url', 'channel_url'],
    [
      'a host of nobody',
      slack,
      { secrets: { url: 'https://hooks.slack.example/a/b/c' } },
      'secrets.url',
      'address_not_vendor',
    ],
    ['a private host', webhook, { secrets: { url: 'https://10.0.0.1/x' } }, 'secrets.url', 'address_private'],
    ['no token', jira, { secrets: {} }, 'secrets.token', 'jira_token'],
  ])('names the field, and keeps nothing: %s', async (_, base, wrong, path, code) => {
    const input = { ...base(), ...wrong };
    expect(await addChannel(ctx, input)).toEqual({ ok: false, error: { reason: 'invalid', issues: [{ path, code }] } });
    expect(await ctx.db.channel.count()).toBe(0);
  });

  it('reaches a host that the operator allows', async () => {
    vi.stubEnv('FAILPATH_CHANNEL_HOSTS', '127.0.0.1:4555');
    const id = await added(slack({ settings: { kind: 'webhook' }, secrets: { url: 'http://127.0.0.1:4555/in' } }));
    expect(await listChannels(ctx, groupId)).toMatchObject([{ id, host: '127.0.0.1:4555' }]);
  });
});

describe('changeChannel', () => {
  it('keeps what an empty field stands for, and takes away what is said to go', async () => {
    const id = await added(feishu());
    const before = await ctx.db.channel.findUniqueOrThrow({ where: { id } });
    const rest = { id, name: 'Night', fallback: true, settings: { kind: 'feishu' as const } };
    expect(await changeChannel(ctx, { ...rest, secrets: { url: '', secret: '' } })).toMatchObject({ ok: true });
    const after = await ctx.db.channel.findUniqueOrThrow({ where: { id } });
    expect(after).toMatchObject({ name: 'Night', fallback: true, sealed: before.sealed });
    await changeChannel(ctx, { ...rest, secrets: { secret: null } });
    expect(await kept(id)).toEqual({ kind: 'feishu', url: FEISHU });
  });

  it('counts as never tried when it goes elsewhere, and only then', async () => {
    const id = await added();
    const state = { failuresInRow: 5, openUntil: new Date(ctx.now.getTime() + 60_000), confirmedAt: ctx.now };
    await ctx.db.channelState.create({ data: { channelId: id, tokens: 3, ...state } });
    const change = { id, name: 'Night', fallback: false, settings: { kind: 'slack' as const } };
    await changeChannel(ctx, { ...change, secrets: {} });
    expect(await listChannels(ctx, groupId)).toMatchObject([{ health: { state: 'paused' } }]);
    await changeChannel(ctx, { ...change, secrets: { url: `${SLACK}2` } });
    expect(await listChannels(ctx, groupId)).toMatchObject([{ health: { state: 'untried' } }]);
    expect(await ctx.db.channelState.findUniqueOrThrow({ where: { channelId: id } })).toMatchObject({ tokens: 3 });
  });

  it('does not send a kept token to another site or in another name', async () => {
    const id = await added(jira());
    const { name, fallback, settings } = jira();
    const elsewhere = { ...settings, site: 'https://other.atlassian.net' };
    const refused = { error: { reason: 'invalid', issues: [{ path: 'secrets.token', code: 'jira_token_again' }] } };
    expect(await changeChannel(ctx, { id, name, fallback, settings: elsewhere, secrets: {} })).toMatchObject(refused);
    const renewed = { id, name, fallback, settings: elsewhere, secrets: { token: 'another' } };
    expect(await changeChannel(ctx, renewed)).toMatchObject({ ok: true });
    expect(await kept(id)).toEqual({ kind: 'jira', token: 'another' });
  });

  it('does not become another kind', async () => {
    const id = await added();
    const other = { ...feishu(), id };
    expect(await changeChannel(ctx, other)).toMatchObject({ error: { reason: 'other_kind' } });
  });

  it('says a webhook’s new signing secret when the old one cannot be read any more', async () => {
    const id = await added(webhook());
    vi.stubEnv('FAILPATH_SECRET_KEYS', key('k9'));
    expect(await listChannels(ctx, groupId)).toMatchObject([{ id, unreadable: true, host: null }]);
    const input = { ...webhook(), id };
    expect(await changeChannel(ctx, { ...input, secrets: {} })).toMatchObject({ error: { reason: 'invalid' } });
    const result = await changeChannel(ctx, input);
    const secret = result.ok ? result.value.signingSecret : null;
    expect(await kept(id)).toMatchObject({ signingSecrets: [secret] });
  });
});

describe('the signing secret of a webhook', () => {
  it('is followed by a second one, until the first is ended', async () => {
    const made = await addChannel(ctx, webhook());
    const first = made.ok ? made.value.signingSecret : null;
    const id = made.ok ? made.value.id : '';
    expect(await endOldSigningSecret(ctx, { id })).toMatchObject({ error: { reason: 'not_rotating' } });
    await rotateSigningSecret(ctx, { id });
    const second = await rotateSigningSecret(ctx, { id });
    const secret = second.ok ? second.value.signingSecret : null;
    expect(await kept(id)).toMatchObject({ signingSecrets: [secret, first] });
    expect(await listChannels(ctx, groupId)).toMatchObject([{ signingSecrets: 2 }]);
    await endOldSigningSecret(ctx, { id });
    expect(await kept(id)).toMatchObject({ signingSecrets: [secret] });
    expect(await written()).not.toContain('whsec_');
  });

  it('is of webhooks only', async () => {
    expect(await rotateSigningSecret(ctx, { id: await added() })).toMatchObject({ error: { reason: 'no_webhook' } });
  });
});

describe('the last channel of a group that is named', () => {
  it('goes only when it is said of how many places nobody would be told', async () => {
    const id = await added();
    expect(await switchChannel(ctx, { id, enabled: false })).toMatchObject({ ok: true });
    await switchChannel(ctx, { id, enabled: true });
    await named();
    const refused = { ok: false, error: { reason: 'last_channel', uses: 1 } };
    expect(await switchChannel(ctx, { id, enabled: false })).toEqual(refused);
    expect(await removeChannel(ctx, { id, unreached: 3 })).toEqual(refused);
    expect(await ctx.db.channel.count({ where: { removedAt: null, enabled: true } })).toBe(1);
    expect(await removeChannel(ctx, { id, unreached: 1 })).toMatchObject({ ok: true });
    expect(await ctx.db.channel.findUniqueOrThrow({ where: { id } })).toMatchObject({ sealed: null, enabled: false });
    expect(await listChannels(ctx, groupId)).toEqual([]);
  });

  it('is the last that works: one that fails is no way', async () => {
    const id = await added();
    const broken = await added(feishu());
    await ctx.db.channelState.create({ data: { channelId: broken, failuresInRow: 2, lastProblem: 'gone' } });
    await named();
    expect(await removeChannel(ctx, { id })).toMatchObject({ error: { reason: 'last_channel', uses: 1 } });
    expect(await removeChannel(ctx, { id: broken })).toMatchObject({ ok: true });
  });
});

describe('who may', () => {
  const as = (actor: Partial<Ctx['actor']>): Ctx => ({ ...ctx, db: ctx.db, actor: { ...ctx.actor, ...actor } });

  it('members of the group and administrators; to others it is not there', async () => {
    const id = await added();
    const other = as({ role: 'editor', groups: ['others'] });
    const missing = { ok: false, error: { reason: 'not_found' } };
    expect(await addChannel(other, slack())).toEqual(missing);
    expect(await changeChannel(other, { ...slack(), id })).toEqual(missing);
    expect(await switchChannel(other, { id, enabled: false })).toEqual(missing);
    expect(await removeChannel(other, { id })).toEqual(missing);
    expect(await rotateSigningSecret(other, { id })).toEqual(missing);
    expect(await endOldSigningSecret(other, { id })).toEqual(missing);
    const member = as({ role: 'editor', groups: ['payments-ops'] });
    expect(await changeChannel(member, { ...slack(), id })).toMatchObject({ ok: true });
  });

  it('nobody who only reads', async () => {
    await expect(addChannel(as({ role: 'viewer', groups: ['payments-ops'] }), slack())).rejects.toThrow(ForbiddenError);
  });
});

it('a new key takes over what the old one sealed; what cannot be opened is named and stays', async () => {
  const id = await added();
  vi.stubEnv('FAILPATH_SECRET_KEYS', key('lost'));
  const lost = await added();
  const fresh = key('k2');
  const rotated = demandKeyring(`${fresh},${OLD_KEY}`, 'test');
  expect(await resealChannels(ctx.db, rotated)).toEqual({ resealed: 1, unreadable: [lost] });
  expect(await resealChannels(ctx.db, rotated)).toEqual({ resealed: 0, unreadable: [lost] });
  vi.stubEnv('FAILPATH_SECRET_KEYS', fresh);
  expect(await kept(id)).toEqual({ kind: 'slack', url: SLACK });
});

it('each group is listed with how it can be reached, and since when it cannot', async () => {
  await added();
  const id = await added(feishu());
  const at = (minutes: number) => new Date(ctx.now.getTime() - minutes * 60_000);
  await ctx.db.channelState.create({
    data: { channelId: id, failuresInRow: 2, lastSentAt: at(60), lastFailedAt: at(5), lastProblem: 'gone' },
  });
  const delivery = await ctx.db.delivery.create({
    data: { channelId: id, kind: 'test', fingerprint: 'f', seq: 1, createdAt: at(90) },
  });
  const tries = [80, 20, 5].map((minutes, index) => ({ attempt: index + 1, at: at(minutes), outcome: 'retry' }));
  await ctx.db.deliveryAttempt.createMany({
    data: tries.map((each) => ({ ...each, deliveryId: delivery.id, durationMs: 1 })),
  });
  const [group] = await listGroupReach(ctx);
  expect(group).toMatchObject({ slug: 'payments-ops', health: 'partly' });
  expect(group?.channels.find((each) => each.id === id)?.health).toEqual({
    ...{ state: 'failing', since: at(20), problem: 'gone' },
  });
  expect(group?.channels.find((each) => each.id !== id)?.health).toEqual({ state: 'untried' });
});
