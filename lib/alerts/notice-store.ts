import { z } from 'zod';
import type { Db } from '@/lib/db/client';
import { GROUP_LANGUAGES } from '@/lib/owners/channel-kinds';
import type { HandOffNotice, Notice } from './notice';
import type { Held } from './settle-store';

const languageSchema = z.enum(GROUP_LANGUAGES);
const triggerSchema = z.enum(['terminal', 'exhausted']);
const limitSchema = z.enum(['max_attempts', 'max_elapsed']);
const stoppedEarlySchema = z.enum(['run_ended', 'overdue']);
const aboveThresholdSchema = z
  .object({ failures: z.number(), threshold: z.number(), anyCode: z.boolean().default(false) })
  .nullable();

/** Where the links of a message lead, and when it is made. */
export interface Linking {
  readonly publicUrl: string;
  readonly now: Date;
  /** Stands in the link by which a recipient says that a test, or the alert of a drill, arrived. */
  readonly confirmToken: string;
  /** What is told of is a drill: a source is a trial there. */
  readonly drill: boolean;
}

/** Everything that the message of a delivery says, from the rows that it is about. Throws when they are not there. */
export async function noticeOf(db: Db, held: Held, linking: Linking): Promise<Notice> {
  const { channel, requestedBy } = await db.delivery.findUniqueOrThrow({
    where: { id: held.id },
    select: { requestedBy: true, channel: { select: { group: true } } },
  });
  const { name: groupName, language, timeZone } = channel.group;
  const addressed = {
    deliveryId: held.id,
    fingerprint: held.fingerprint,
    ...{ groupName, timeZone, language: languageSchema.parse(language) },
    possibleDuplicate: held.possibleDuplicate,
  };
  const { publicUrl, now, confirmToken } = linking;
  if (held.kind === 'test')
    return {
      ...addressed,
      ...{ kind: 'test', requestedBy: requestedBy ?? '', at: now },
      confirmLink: `${publicUrl}/confirm/${confirmToken}`,
    };
  return { ...addressed, ...(await handOffPart(db, held, linking)) };
}

type HandOffPart = Omit<
  HandOffNotice,
  'deliveryId' | 'fingerprint' | 'groupName' | 'language' | 'timeZone' | 'possibleDuplicate'
>;

async function handOffPart(db: Db, held: Held, { publicUrl, confirmToken, drill }: Linking): Promise<HandOffPart> {
  const handOff = await db.handOff.findUniqueOrThrow({ where: { id: held.handOffId ?? '' } });
  const { sourceId, workflowId: key, nodeId, runId } = handOff;
  const workflow = await db.workflow.findUnique({
    where: { sourceId_key: { sourceId, key } },
    select: { name: true, nodes: { where: { nodeId }, select: { name: true } } },
  });
  return {
    kind: 'notification',
    workflow: { key, name: workflow?.name ?? key },
    node: { id: nodeId, name: workflow?.nodes[0]?.name ?? nodeId },
    runId,
    record: {
      ...{ nodeId, attempt: handOff.attempt, finalAction: 'manual' },
      ...{ errorCode: handOff.errorCode, errorMessage: handOff.errorMessage, payloadHash: handOff.payloadHash },
      firstFailedAt: handOff.firstFailedAt.getTime(),
      lastFailedAt: handOff.lastFailedAt.getTime(),
    },
    why: {
      trigger: triggerSchema.parse(handOff.trigger),
      ...(handOff.limit === null ? {} : { limit: limitSchema.parse(handOff.limit) }),
      ...(handOff.stoppedEarly === null ? {} : { stoppedEarly: stoppedEarlySchema.parse(handOff.stoppedEarly) }),
    },
    count: held.count,
    silentUntil: await silentUntil(db, held, handOff),
    aboveThreshold: aboveThresholdSchema.parse(handOff.aboveThreshold),
    link: drill ? `${publicUrl}/drills/${sourceId}` : `${publicUrl}/inbox/${handOff.id}`,
    drill: drill ? { confirmLink: `${publicUrl}/confirm/${confirmToken}` } : null,
  };
}

/** Of the window that the notification opened; the fallback channel tells of the window of the one it stands in for. */
async function silentUntil(
  db: Db,
  { channelId, fallbackFor }: Held,
  { id: handOffId, decidedAt, silenceMs }: { id: string; decidedAt: Date; silenceMs: number },
): Promise<Date> {
  const first = fallbackFor === null ? null : await db.delivery.findUnique({ where: { id: fallbackFor } });
  const decision = await db.alertDecision.findUnique({
    where: { handOffId_channelId: { handOffId, channelId: first?.channelId ?? channelId } },
    select: { windowEndsAt: true },
  });
  return decision?.windowEndsAt ?? new Date(decidedAt.getTime() + silenceMs);
}
