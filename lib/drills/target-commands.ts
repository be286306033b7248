import { randomBytes, randomUUID } from 'node:crypto';
import { type Ctx, demand } from '@/lib/accounts/context';
import type { AuditSubject } from '@/lib/audit/actions';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { type TypedProblem, typedAddressProblem } from '@/lib/network/address';
import { configuredHosts } from '@/lib/network/guarded-post';
import { WEBHOOK_SECRET_BYTES, webhookSecret } from '@/lib/network/webhook-signature';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import type { JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { revokeOfTarget } from './certificate-store';
import type { TargetChange, TargetFields, TargetId } from './target-schema';
import { type KeptTarget, lockTarget, openTargetSecret, sealTargetSecret } from './target-store';

export type TargetRefusal =
  | { readonly reason: 'not_found' }
  /** Declared production: nothing is ever let fail there. */
  | { readonly reason: 'production' }
  | { readonly reason: 'name_taken' }
  | { readonly reason: 'invalid'; readonly issues: readonly { readonly path: 'url'; readonly code: TypedProblem }[] }
  /** Nobody is asked there, so nothing is signed. */
  | { readonly reason: 'no_address' }
  /** A run there has not ended: what it has set is yet to be put back. */
  | { readonly reason: 'in_use'; readonly runId: string };

/**
 * Declares a target. One with an address gets a secret that signs what it is asked, made here, sealed for its row and
 * answered this once. Refuses production, a name that is taken, and an address that may not be reached.
 */
export async function addTarget(
  ctx: Ctx,
  { name, environment, url }: TargetFields,
): Promise<Result<{ id: string; secret: string | null }, TargetRefusal>> {
  demand(ctx, 'drill_target.edit');
  return transaction(ctx.db, async (db) => {
    const id = randomUUID();
    const refusal = await refusalOf(db, { id, name, environment, url });
    if (refusal !== null) return err(refusal);
    const secret = url === null ? null : newSecret();
    const sealed = secret === null ? null : sealTargetSecret(currentKeyring(), id, secret);
    const at = { createdAt: ctx.now, updatedAt: ctx.now };
    await db.drillTarget.create({
      data: { id, name, environment, url, sealed, createdBy: ctx.actor.name, ...at },
      select: { id: true },
    });
    const after = content({ name, environment, url });
    await record(ctx, db, { action: 'drill_target.create', subject: subjectOf({ id, name }), after });
    return ok({ id, secret });
  });
}

/**
 * Changes a target. Its secret stays; one that gets an address, or whose secret cannot be read any more, gets a new one,
 * answered this once. Another address or environment is another target: what was proved at the old one is so no more.
 */
export async function changeTarget(
  ctx: Ctx,
  { id, name, environment, url }: TargetChange,
): Promise<Result<{ id: string; secret: string | null }, TargetRefusal>> {
  demand(ctx, 'drill_target.edit');
  return transaction(ctx.db, async (db) => {
    const before = await lockTarget(db, id);
    if (before === null) return err({ reason: 'not_found' });
    const refusal =
      (await refusalOf(db, { id, name, environment, url })) ?? (await movedAway(db, before, { url, environment }));
    if (refusal !== null) return err(refusal);
    const keyring = currentKeyring();
    const kept = openTargetSecret(keyring, before);
    const secret = url !== null && kept === null ? newSecret() : null;
    const again = secret === null ? before.sealed : sealTargetSecret(keyring, id, secret);
    const sealed = url === null ? null : again;
    await db.drillTarget.update({
      where: { id },
      data: { name, environment, url, sealed, updatedAt: ctx.now },
      select: { id: true },
    });
    if (isElsewhere(before, { url, environment })) await revokeOfTarget(db, id);
    await record(ctx, db, {
      action: 'drill_target.update',
      subject: subjectOf({ id, name }),
      before: content(before),
      after: { ...content({ name, environment, url }), ...(secret !== null && { replaced: ['secret'] }) },
    });
    return ok({ id, secret });
  });
}

/** Makes a target's next signing secret, answered this once; the old one signs nothing any more. */
export async function rotateTargetSecret(
  ctx: Ctx,
  { id }: TargetId,
): Promise<Result<{ secret: string }, TargetRefusal>> {
  demand(ctx, 'drill_target.edit');
  return transaction(ctx.db, async (db) => {
    const target = await lockTarget(db, id);
    if (target === null) return err({ reason: 'not_found' });
    if (target.url === null) return err({ reason: 'no_address' });
    const secret = newSecret();
    const sealed = sealTargetSecret(currentKeyring(), id, secret);
    await db.drillTarget.update({ where: { id }, data: { sealed, updatedAt: ctx.now }, select: { id: true } });
    await record(ctx, db, { action: 'drill_target.rotate', subject: subjectOf(target), after: content(target) });
    return ok({ secret });
  });
}

/**
 * Takes a target away, with its secret. Runs there stay readable, but prove nothing any more; its name is free for
 * another.
 */
export async function removeTarget(ctx: Ctx, { id }: TargetId): Promise<Result<null, TargetRefusal>> {
  demand(ctx, 'drill_target.edit');
  return transaction(ctx.db, async (db) => {
    const target = await lockTarget(db, id);
    if (target === null) return err({ reason: 'not_found' });
    const runId = await unendedRun(db, id);
    if (runId !== null) return err({ reason: 'in_use', runId });
    await db.drillTarget.update({
      where: { id },
      data: { name: `${target.name} (${id})`, url: null, sealed: null, removedAt: ctx.now, updatedAt: ctx.now },
      select: { id: true },
    });
    await revokeOfTarget(db, id);
    await record(ctx, db, { action: 'drill_target.remove', subject: subjectOf(target), before: content(target) });
    return ok(null);
  });
}

async function refusalOf(
  db: Tx,
  { id, name, environment, url }: TargetFields & { readonly id: string },
): Promise<TargetRefusal | null> {
  if (environment === 'production') return { reason: 'production' };
  const problem = url === null ? null : typedAddressProblem(url, configuredHosts());
  if (problem !== null) return { reason: 'invalid', issues: [{ path: 'url', code: problem }] };
  // Two at once: the unique key has the last word, this is for the words.
  const taken = await db.drillTarget.findFirst({ where: { name, id: { not: id } }, select: { id: true } });
  return taken === null ? null : { reason: 'name_taken' };
}

type Place = Pick<KeptTarget, 'url' | 'environment'>;

function isElsewhere(before: Place, after: Place): boolean {
  return before.url !== after.url || before.environment !== after.environment;
}

/** What a run has asked for there is to be put back there, and what it proves is proved there. */
async function movedAway(db: Tx, before: KeptTarget, after: Place): Promise<TargetRefusal | null> {
  const runId = isElsewhere(before, after) ? await unendedRun(db, before.id) : null;
  return runId === null ? null : { reason: 'in_use', runId };
}

async function unendedRun(db: Tx, targetId: string): Promise<string | null> {
  const run = await db.drillRun.findFirst({
    where: { targetId, state: { in: ['queued', 'running'] } },
    select: { id: true },
  });
  return run?.id ?? null;
}

function newSecret(): string {
  return webhookSecret(randomBytes(WEBHOOK_SECRET_BYTES));
}

function subjectOf({ id, name }: Pick<KeptTarget, 'id' | 'name'>): AuditSubject {
  return { kind: 'drill_target', id, name };
}

/** A target as the audit tells of it: of its address only the host, since the rest may be a secret. */
function content({ name, environment, url }: Pick<KeptTarget, 'name' | 'environment' | 'url'>): JsonObject {
  return { name, environment, ...(url !== null && { host: new URL(url).host }) };
}
