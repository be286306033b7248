import type { Tx } from '@/lib/db/client';
import { arrayLiteral } from '@/lib/history/array-literal';
import type { SilentGroup } from '@/lib/owners/route-store';
import type { EpochMs } from '@/lib/shared/clock';
import { groupBy } from '@/lib/shared/group-by';
import { type DedupStep, dedupStep, type SilenceWindow } from './dedup';

/** Why nobody is told although there is a recipient; `before_alerts`: decided before the source alerted. */
export type SilentReason = SilentGroup | 'before_alerts';

/** A hand-off that was just written, to be told. */
export interface Telling {
  readonly handOffId: string;
  readonly fingerprint: string;
  readonly decidedAt: EpochMs;
  readonly silenceMs: number;
  readonly channelIds: readonly string[];
}

export interface Told {
  /** Rows that are new in the outbox. */
  readonly deliveries: number;
  /** Hand-offs that somebody is notified of; of the others, the count grew. */
  readonly notified: ReadonlySet<string>;
}

/**
 * De-duplicates new hand-offs and puts what is to be sent into the outbox, in the caller's transaction. The row of
 * a window is locked until that ends, windows in one order for all: so any number of processes may tell of the
 * same alert at once, and each failure is counted once. A failure that says it is from after `now` counts as now:
 * one wrong clock would otherwise hold a window open for as long as it is ahead.
 */
export async function tell(tx: Tx, tellings: readonly Telling[], now: Date): Promise<Told> {
  const failures = tellings
    .flatMap((telling) => telling.channelIds.map((channelId) => ({ ...telling, channelId })))
    .map((each) => ({ ...each, at: Math.min(each.decidedAt, now.getTime()) }))
    .sort((a, b) => a.at - b.at || a.decidedAt - b.decidedAt || (a.handOffId < b.handOffId ? -1 : 1));
  if (failures.length === 0) return { deliveries: 0, notified: new Set() };
  const byWindow = groupBy(failures, windowName);
  const windows = await lockWindows(
    tx,
    [...byWindow.values()].flatMap((each) => each.slice(0, 1)),
  );
  const stepped = [...byWindow].map(([name, each]) => walk(each, windows.get(name) ?? null));
  const decided = stepped.flatMap(({ decisions }) => decisions);
  await writeWindows(tx, stepped);
  await writeDecisions(tx, decided);
  const notifying = decided.filter(({ step }) => step.outcome === 'notified');
  const deliveries = await writeDeliveries(tx, notifying, now);
  return { deliveries, notified: new Set(notifying.map(({ failure }) => failure.handOffId)) };
}

interface Failure extends Telling {
  readonly channelId: string;
  /** What windows count by. */
  readonly at: EpochMs;
}

interface Decided {
  readonly failure: Failure;
  readonly step: DedupStep;
}

interface Stepped {
  readonly last: Decided;
  readonly decisions: readonly Decided[];
}

function windowName({ channelId, fingerprint }: Pick<Failure, 'channelId' | 'fingerprint'>): string {
  return `${channelId} ${fingerprint}`;
}

/** The failures of one window, in order, through the same function that previews and proofs use. */
function walk(failures: readonly Failure[], before: SilenceWindow | null): Stepped {
  let window = before;
  const decisions = failures.map((failure) => {
    const step = dedupStep(window, failure.at, failure.silenceMs);
    window = step.window;
    return { failure, step };
  });
  const last = decisions.at(-1);
  if (last === undefined) throw new Error('a window is only walked with a failure');
  return { last, decisions };
}

interface WindowRow {
  readonly channelId: string;
  readonly fingerprint: string;
  readonly seq: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly pending: number;
}

/**
 * Locks the windows, one for each of `firsts`, and reads them as they are then. One that did not exist is made, with
 * `seq` 0: it is never seen like that by others, and counts as none here.
 */
async function lockWindows(tx: Tx, firsts: readonly Failure[]): Promise<Map<string, SilenceWindow | null>> {
  const column = (pick: (failure: Failure) => string) => arrayLiteral(firsts.map(pick));
  const at = column((failure) => new Date(failure.at).toISOString());
  const rows = await tx.$queryRaw<WindowRow[]>`
    insert into alert_window as w (channel_id, fingerprint, seq, starts_at, ends_at, first_failed_at, last_failed_at)
    select f.channel_id, f.fingerprint, 0, f.at, f.at, f.at, f.at
    from unnest(${column(({ channelId }) => channelId)}::uuid[], ${column(({ fingerprint }) => fingerprint)}::text[],
                ${at}::timestamptz[]) as f(channel_id, fingerprint, at)
    order by f.channel_id, f.fingerprint
    on conflict (channel_id, fingerprint) do update set seq = w.seq
    returning channel_id as "channelId", fingerprint, seq, starts_at as "startsAt", ends_at as "endsAt", pending`;
  return new Map(
    rows.map((row) => {
      const { seq, startsAt, endsAt, pending } = row;
      const window = { seq, startsAt: startsAt.getTime(), endsAt: endsAt.getTime(), pending };
      return [windowName(row), seq === 0 ? null : window];
    }),
  );
}

async function writeWindows(tx: Tx, stepped: readonly Stepped[]): Promise<void> {
  const rows = stepped.map(({ last, decisions }) => {
    const { channelId, fingerprint, at } = last.failure;
    const { seq, startsAt, endsAt, pending } = last.step.window;
    const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
    const firstAt = new Date(decisions[0]?.failure.at ?? at);
    return { channelId, fingerprint, seq, pending, ...times, more: decisions.length, firstAt, lastAt: new Date(at) };
  });
  await tx.$executeRaw`
    update alert_window w
    set seq = u.seq, starts_at = u."startsAt", ends_at = u."endsAt", pending = u.pending, total = w.total + u.more,
        first_failed_at = least(w.first_failed_at, u."firstAt"), last_failed_at = greatest(w.last_failed_at, u."lastAt")
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as u("channelId" uuid, fingerprint text, seq int, pending int, "startsAt" timestamptz, "endsAt" timestamptz,
           more int, "firstAt" timestamptz, "lastAt" timestamptz)
    where w.channel_id = u."channelId" and w.fingerprint = u.fingerprint`;
}

async function writeDecisions(tx: Tx, decided: readonly Decided[]): Promise<void> {
  const column = (pick: (each: Decided) => string | number) => arrayLiteral(decided.map(pick));
  await tx.$executeRaw`
    insert into alert_decision (hand_off_id, channel_id, outcome, seq, window_ends_at)
    select * from unnest(
      ${column(({ failure }) => failure.handOffId)}::uuid[], ${column(({ failure }) => failure.channelId)}::uuid[],
      ${column(({ step }) => step.outcome)}::text[], ${column(({ step }) => step.window.seq)}::int[],
      ${column(({ step }) => new Date(step.window.endsAt).toISOString())}::timestamptz[])`;
}

/** The unique key (channel, alert, window, kind) has the last word on how often something is sent. */
async function writeDeliveries(tx: Tx, notifying: readonly Decided[], now: Date): Promise<number> {
  if (notifying.length === 0) return 0;
  const column = (pick: (each: Decided) => string | number) => arrayLiteral(notifying.map(pick));
  return tx.$executeRaw`
    insert into delivery (channel_id, kind, fingerprint, seq, hand_off_id, count, next_at, created_at)
    select d.channel_id, 'notification', d.fingerprint, d.seq, d.hand_off_id, d.count, ${now}, ${now}
    from unnest(
      ${column(({ failure }) => failure.channelId)}::uuid[], ${column(({ failure }) => failure.fingerprint)}::text[],
      ${column(({ step }) => step.window.seq)}::int[], ${column(({ failure }) => failure.handOffId)}::uuid[],
      ${column(({ step }) => step.count)}::int[]) as d(channel_id, fingerprint, seq, hand_off_id, count)
    on conflict (channel_id, fingerprint, seq, kind) do nothing`;
}
