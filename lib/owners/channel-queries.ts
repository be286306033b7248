import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { currentKeyring } from '@/lib/secrets/keyring-store';
import { groupBy } from '@/lib/shared/group-by';
import { type ChannelReach, channelHealth, type GroupReach, groupHealth } from './channel-health';
import { type ChannelSettings, channelKindSchema, channelSettingsSchema } from './channel-schema';
import { openSecrets } from './channel-store';

/** A channel as its group's page shows it: never a secret, only whether there is one. */
export interface ChannelRow extends ChannelReach {
  readonly enabled: boolean;
  readonly settings: ChannelSettings;
  /** Host of the address that is kept; null = there is none, or it cannot be read. */
  readonly host: string | null;
  /** A secret of its own beside the address is kept: a robot's key for signing, or a webhook's. */
  readonly signed: boolean;
  /** Two: a webhook's secret is being changed, and both sign. */
  readonly signingSecrets: number;
  /** What is kept cannot be opened: the key that sealed it is gone. It has to be typed again. */
  readonly unreadable: boolean;
}

/** All groups by name, each with how it can be reached: what stands beside the choice of a group. */
export async function listGroupReach(ctx: ReadCtx): Promise<GroupReach[]> {
  demand(ctx, 'read');
  const [groups, channels] = await Promise.all([
    ctx.db.ownerGroup.findMany({ select: { id: true, slug: true, name: true }, orderBy: { name: 'asc' } }),
    reachRecords(ctx, null),
  ]);
  const ofGroup = groupBy(channels, ({ groupId }) => groupId);
  return groups.map(({ id, slug, name }) => {
    const reach = (ofGroup.get(id) ?? []).map((record) => toReach(record, ctx.now));
    return { id, slug, name, health: groupHealth(reach), channels: reach };
  });
}

/** How a group is told, in the order in which its channels were made. */
export async function listChannelReach(ctx: ReadCtx, groupId: string): Promise<ChannelReach[]> {
  demand(ctx, 'read');
  return (await reachRecords(ctx, groupId)).map((record) => toReach(record, ctx.now));
}

/** The channels of a group, in the order in which they were made. */
export async function listChannels(ctx: ReadCtx, groupId: string): Promise<ChannelRow[]> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(groupId).success) return [];
  const records = await reachRecords(ctx, groupId);
  if (records.length === 0) return [];
  const keyring = currentKeyring();
  return records.map((record) => {
    const { id, kind, sealed, enabled, settings } = record;
    const secrets = openSecrets(keyring, { id, kind, sealed });
    return {
      ...toReach(record, ctx.now),
      ...{ enabled, settings: channelSettingsSchema.parse(settings) },
      host: secrets && 'url' in secrets ? hostOf(secrets.url) : null,
      signed: secrets !== null && 'secret' in secrets && secrets.secret !== undefined,
      signingSecrets: secrets?.kind === 'webhook' ? secrets.signingSecrets.length : 0,
      unreadable: secrets === null,
    };
  });
}

interface ReachRecord {
  readonly id: string;
  readonly groupId: string;
  readonly kind: string;
  readonly name: string;
  readonly settings: unknown;
  readonly sealed: string | null;
  readonly fallback: boolean;
  readonly enabled: boolean;
  readonly members: number;
  /** Null: nothing was ever tried. */
  readonly failuresInRow: number | null;
  readonly openUntil: Date | null;
  readonly lastSentAt: Date | null;
  readonly failingSince: Date | null;
  readonly lastProblem: string | null;
  readonly confirmedAt: Date | null;
}

function reachRecords(ctx: ReadCtx, groupId: string | null): Promise<ReachRecord[]> {
  return ctx.db.$queryRaw<ReachRecord[]>`
    select c.id, c.group_id as "groupId", c.kind, c.name, c.settings, c.sealed, c.fallback, c.enabled,
           (select count(*)::int from owner_group_member m where m.group_id = c.group_id) as members,
           s.failures_in_row as "failuresInRow", s.open_until as "openUntil", s.last_sent_at as "lastSentAt",
           s.last_problem as "lastProblem", s.confirmed_at as "confirmedAt",
           case when s.failures_in_row > 0 then coalesce(
             (select min(a.at) from delivery_attempt a join delivery d on d.id = a.delivery_id
              where d.channel_id = c.id and a.outcome <> 'ok' and a.at > coalesce(s.last_sent_at, '-infinity')
                and a.at > now() - interval '30 days'),
             s.last_failed_at) end as "failingSince"
    from channel c left join channel_state s on s.channel_id = c.id
    where c.removed_at is null and (${groupId}::uuid is null or c.group_id = ${groupId}::uuid)
    order by c.created_at, c.id`;
}

function toReach(record: ReachRecord, now: Date): ChannelReach {
  const { id, name, fallback, enabled, failuresInRow } = record;
  const settings = channelSettingsSchema.parse(record.settings);
  const recipients = settings.kind === 'mail' ? settings.to.length || record.members : null;
  const tried = failuresInRow === null ? null : { ...record, failuresInRow };
  const kind = channelKindSchema.parse(record.kind);
  return { id, kind, name, fallback, health: channelHealth({ enabled, recipients }, tried, now) };
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
