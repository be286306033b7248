import type { Ctx } from '@/lib/accounts/context';
import type { Tx } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import type { Json } from '@/lib/shared/json';
import type { AuditRecord } from './actions';
import { cutText, redacted } from './redact';

const MAX_USER_AGENT = 400;

/**
 * Writes who did what into the audit, within the transaction of what was done: both are kept, or neither.
 * Secrets are masked and long texts cut on the way (`redacted`). The database refuses to change an entry.
 */
export async function record(
  { actor, now, from }: Pick<Ctx, 'actor' | 'now' | 'from'>,
  db: Tx,
  entry: AuditRecord,
): Promise<void> {
  const { action, subject, before, after } = entry;
  await db.auditEntry.create({
    data: {
      at: now,
      actorId: actor.id,
      actorName: actor.name,
      actorRole: actor.role,
      via: actor.via,
      tokenId: actor.token?.id ?? null,
      ip: from?.ip ?? null,
      userAgent: from?.userAgent ? cutText(from.userAgent, MAX_USER_AGENT) : null,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      ...(before === undefined ? {} : { before: toColumn(before) }),
      ...(after === undefined ? {} : { after: toColumn(after) }),
    },
    select: { id: true },
  });
}

function toColumn(value: Json): Prisma.InputJsonValue {
  const json: Prisma.InputJsonValue = JSON.parse(JSON.stringify(redacted(value)));
  return json;
}
