import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Ctx, demand } from '@/lib/accounts/context';
import { mayEditChannelsOf } from '@/lib/accounts/permissions';
import type { AuditAction, AuditSubject } from '@/lib/audit/actions';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { configuredHosts } from '@/lib/network/guarded-post';
import { WEBHOOK_SECRET_BYTES, webhookSecret } from '@/lib/network/webhook-signature';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { channelAddressProblem } from './channel-address';
import { isLastWay } from './channel-health';
import {
  type ChannelAdd,
  type ChannelChange,
  type channelIdSchema,
  type channelRemoveSchema,
  type channelSwitchSchema,
  type FieldIssue,
  needsTokenAgain,
  reachedAddress,
  readSecrets,
} from './channel-input';
import { listChannelReach } from './channel-queries';
import type { ChannelSecrets, ChannelSettings } from './channel-schema';
import { type LockedChannel, lockChannel, lockGroup, openSecrets, sealSecrets } from './channel-store';
import { usesOfGroup } from './queries';

export type ChannelRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'other_kind' }
  | { readonly reason: 'invalid'; readonly issues: readonly FieldIssue[] };

/** `last_channel`: nobody would be told any more of what so many places hand to the group; said again, it is done. */
export type LastChannelRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'last_channel'; readonly uses: number };

export type RotationRefusal = { readonly reason: 'not_found' | 'no_webhook' | 'secret_unreadable' | 'not_rotating' };

/**
 * Adds a channel to a group. Its secrets are sealed for this row, and not answered; `signingSecret` is a webhook's,
 * made here and shown this once. Refuses an address that channels may not reach.
 */
export async function addChannel(
  ctx: Ctx,
  input: ChannelAdd,
): Promise<Result<{ id: string; signingSecret: string | null }, ChannelRefusal>> {
  demand(ctx, 'channel.edit');
  const { groupId, name, fallback, settings } = input;
  return transaction(ctx.db, async (db) => {
    const group = await lockGroup(db, groupId);
    if (!group || !mayEditChannelsOf(ctx.actor, group.slug)) return err({ reason: 'not_found' });
    const secrets = judged(input, null);
    if (!secrets.ok) return secrets;
    const id = randomUUID();
    const sealed = sealSecrets(currentKeyring(), id, secrets.value);
    const at = { createdAt: ctx.now, updatedAt: ctx.now };
    await db.channel.create({
      data: { id, groupId, kind: settings.kind, name, fallback, sealed, settings: column(settings), ...at },
    });
    const after = content({ name, fallback, enabled: true, settings, group }, secrets.value);
    await record(ctx, db, { action: 'channel.create', subject: subjectOf({ id, name }), after });
    return ok({ id, signingSecret: signingSecretsOf(secrets.value)[0] ?? null });
  });
}

/**
 * Changes a channel; its kind stays. Empty secret fields keep what is kept. Where it sends to is another place
 * afterwards, or another key: how it was so far says nothing more, and it counts as never tried. `signingSecret` is a
 * webhook's whose old one could not be read any more.
 */
export async function changeChannel(
  ctx: Ctx,
  input: ChannelChange,
): Promise<Result<{ id: string; signingSecret: string | null }, ChannelRefusal>> {
  demand(ctx, 'channel.edit');
  const { id, name, fallback, settings } = input;
  return transaction(ctx.db, async (db) => {
    const before = await lockOwn(ctx, db, id);
    if (!before) return err({ reason: 'not_found' });
    if (before.settings.kind !== settings.kind) return err({ reason: 'other_kind' });
    if (needsTokenAgain(before.settings, settings, input.secrets.token))
      return err({ reason: 'invalid', issues: [{ path: 'secrets.token', code: 'jira_token_again' }] });
    const keyring = currentKeyring();
    const kept = keptSecrets(before);
    const secrets = judged(input, kept);
    if (!secrets.ok) return secrets;
    const elsewhere = !same(kept, secrets.value) || !same(before.settings, settings);
    const sealed = same(kept, secrets.value) ? before.sealed : sealSecrets(keyring, id, secrets.value);
    const data = { name, fallback, sealed, settings: column(settings), updatedAt: ctx.now };
    await db.channel.update({ where: { id }, data });
    if (elsewhere) await forgetHealth(db, id);
    await record(ctx, db, {
      action: 'channel.update',
      subject: subjectOf({ id, name }),
      before: content(before, kept),
      after: { ...content({ ...before, name, fallback, settings }, secrets.value), ...replaced(kept, secrets.value) },
    });
    const made = kept === null ? signingSecretsOf(secrets.value)[0] : undefined;
    return ok({ id, signingSecret: made ?? null });
  });
}

/** Switches a channel off or on. Off, it is told nothing, and keeps all that it has. */
export async function switchChannel(
  ctx: Ctx,
  { id, enabled, unreached }: z.infer<typeof channelSwitchSchema>,
): Promise<Result<{ id: string }, LastChannelRefusal>> {
  demand(ctx, 'channel.edit');
  return transaction(ctx.db, async (db) => {
    const channel = await lockOwn(ctx, db, id);
    if (!channel) return err({ reason: 'not_found' });
    if (channel.enabled === enabled) return ok({ id });
    const uses = enabled ? 0 : await unreachedWithout(ctx, db, channel);
    if (uses > 0 && uses !== unreached) return err({ reason: 'last_channel', uses });
    await db.channel.update({ where: { id }, data: { enabled, updatedAt: ctx.now } });
    const action = enabled ? 'channel.enable' : 'channel.disable';
    await recordState(ctx, db, { action, channel, after: { ...channel, enabled } });
    return ok({ id });
  });
}

/** Takes a channel away, with its secrets. What was sent through it stays readable. */
export async function removeChannel(
  ctx: Ctx,
  { id, unreached }: z.infer<typeof channelRemoveSchema>,
): Promise<Result<null, LastChannelRefusal>> {
  demand(ctx, 'channel.edit');
  return transaction(ctx.db, async (db) => {
    const channel = await lockOwn(ctx, db, id);
    if (!channel) return err({ reason: 'not_found' });
    const uses = await unreachedWithout(ctx, db, channel);
    if (uses > 0 && uses !== unreached) return err({ reason: 'last_channel', uses });
    await db.channel.update({
      where: { id },
      data: { enabled: false, sealed: null, removedAt: ctx.now, updatedAt: ctx.now },
    });
    await recordState(ctx, db, { action: 'channel.remove', channel });
    return ok(null);
  });
}

/**
 * Makes a webhook's next signing secret, shown this once. Both sign until the old one is ended, so that the receiver
 * can change over in between; asked for again, the one that was not taken up is replaced.
 */
export async function rotateSigningSecret(
  ctx: Ctx,
  { id }: z.infer<typeof channelIdSchema>,
): Promise<Result<{ signingSecret: string }, RotationRefusal>> {
  demand(ctx, 'channel.edit');
  const signingSecret = newSigningSecret();
  const result = await changeSigning(ctx, id, 'channel.rotate', (secrets) => [signingSecret, ...secrets.slice(-1)]);
  return result.ok ? ok({ signingSecret }) : result;
}

/** Ends a webhook's old signing secret: from now on the new one alone signs. */
export async function endOldSigningSecret(
  ctx: Ctx,
  { id }: z.infer<typeof channelIdSchema>,
): Promise<Result<null, RotationRefusal>> {
  demand(ctx, 'channel.edit');
  return changeSigning(ctx, id, 'channel.rotated', (secrets) => (secrets.length < 2 ? null : secrets.slice(0, 1)));
}

async function changeSigning(
  ctx: Ctx,
  id: string,
  action: AuditAction,
  next: (secrets: readonly string[]) => string[] | null,
): Promise<Result<null, RotationRefusal>> {
  return transaction(ctx.db, async (db) => {
    const channel = await lockOwn(ctx, db, id);
    if (!channel) return err({ reason: 'not_found' });
    if (channel.settings.kind !== 'webhook') return err({ reason: 'no_webhook' });
    const kept = keptSecrets(channel);
    if (kept?.kind !== 'webhook') return err({ reason: 'secret_unreadable' });
    // The newest stands first; the last is the one that the receiver has had for longest.
    const signingSecrets = next(kept.signingSecrets);
    if (signingSecrets === null) return err({ reason: 'not_rotating' });
    const sealed = sealSecrets(currentKeyring(), id, { ...kept, signingSecrets });
    await db.channel.update({ where: { id }, data: { sealed, updatedAt: ctx.now } });
    await recordState(ctx, db, { action, channel, after: channel });
    return ok(null);
  });
}

/** A channel for whom may change it: to everybody else it is not there. */
async function lockOwn(ctx: Ctx, db: Tx, id: string): Promise<LockedChannel | null> {
  const channel = await lockChannel(db, id);
  return channel && mayEditChannelsOf(ctx.actor, channel.group.slug) ? channel : null;
}

function keptSecrets({ id, settings, sealed }: LockedChannel): ChannelSecrets | null {
  return openSecrets(currentKeyring(), { id, kind: settings.kind, sealed });
}

/** The secrets as they are to be kept, when all fields hold and the address may be reached. */
function judged(
  { settings, secrets }: Pick<ChannelAdd, 'settings' | 'secrets'>,
  kept: ChannelSecrets | null,
): Result<ChannelSecrets, ChannelRefusal> {
  const read = readSecrets(settings.kind, secrets, kept, newSigningSecret);
  if (!read.ok) return err({ reason: 'invalid', issues: read.issues });
  const reached = reachedAddress(settings, read.secrets);
  const problem = reached && channelAddressProblem(settings.kind, reached.url, configuredHosts());
  return problem ? err({ reason: 'invalid', issues: [{ path: reached.path, code: problem }] }) : ok(read.secrets);
}

/** How many places would be handed to nobody if this channel were off; 0 while another way is left. */
async function unreachedWithout(ctx: Ctx, db: Tx, { id, group }: LockedChannel): Promise<number> {
  const channels = await listChannelReach({ ...ctx, db }, group.id);
  return isLastWay(channels, id) ? usesOfGroup({ ...ctx, db }, group.slug) : 0;
}

/** The token bucket stays: it belongs to the robot, whatever became of it. */
async function forgetHealth(db: Tx, channelId: string): Promise<void> {
  await db.channelState.updateMany({
    where: { channelId },
    data: {
      ...{ failuresInRow: 0, openUntil: null, probeUntil: null },
      ...{ lastSentAt: null, lastFailedAt: null, lastProblem: null, confirmedAt: null },
    },
  });
}

function newSigningSecret(): string {
  return webhookSecret(randomBytes(WEBHOOK_SECRET_BYTES));
}

function signingSecretsOf(secrets: ChannelSecrets): readonly string[] {
  return secrets.kind === 'webhook' ? secrets.signingSecrets : [];
}

function subjectOf({ id, name }: { readonly id: string; readonly name: string }): AuditSubject {
  return { kind: 'channel', id, name };
}

type Told = Pick<LockedChannel, 'name' | 'fallback' | 'enabled' | 'settings' | 'group'>;

async function recordState(
  ctx: Ctx,
  db: Tx,
  { action, channel, after }: { action: AuditAction; channel: LockedChannel; after?: Told },
): Promise<void> {
  await record(ctx, db, {
    action,
    subject: subjectOf(channel),
    before: content(channel, null),
    ...(after && { after: content(after, null) }),
  });
}

/** A channel as the audit tells of it: of what is secret only the host. */
function content({ name, fallback, enabled, settings, group }: Told, secrets: ChannelSecrets | null): JsonObject {
  const host = secrets && 'url' in secrets ? new URL(secrets.url).host : undefined;
  return { group: group.slug, name, fallback, enabled, settings: { ...settings }, host };
}

/** Which secrets are others than before, by name. */
function replaced(before: ChannelSecrets | null, after: ChannelSecrets): JsonObject {
  const old = new Map<string, unknown>(Object.entries(before ?? {}));
  const names = Object.entries(after).flatMap(([key, value]) => (same(old.get(key), value) ? [] : [key]));
  const gone = [...old.keys()].filter((key) => !(key in after));
  return names.length + gone.length === 0 ? {} : { replaced: [...names, ...gone] };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function column(settings: ChannelSettings): Prisma.InputJsonValue {
  return { ...settings };
}
