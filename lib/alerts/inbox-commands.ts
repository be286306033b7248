import { type Ctx, demand } from '@/lib/accounts/context';
import { mayWorkOn } from '@/lib/accounts/permissions';
import type { AuditAction } from '@/lib/audit/actions';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { transaction } from '@/lib/db/transaction';
import { arrayLiteral } from '@/lib/history/array-literal';
import type { Json } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import type { InboxChange, InboxRefusal, NamedKey } from './inbox-change';
import { findWorker } from './inbox-people-queries';
import { mayBeGiven } from './inbox-person';
import type { InboxAssign, InboxKeys, InboxResolve } from './inbox-schema';
import { H_UNSETTLED } from './unsettled-queries';

/**
 * Says that somebody has seen hand-offs and is at it. As for every action here: all keys or none, each only when the
 * actor may work on it (`mayWorkOn` the group that its newest record went to), and of each key only the records that
 * had become known by `seenUntil`; what came later stays as it is, and is counted in the answer.
 */
export async function acknowledgeHandOffs(ctx: Ctx, input: InboxKeys): Promise<Result<InboxChange, InboxRefusal>> {
  return change(ctx, input, {
    ...{ action: 'hand_off.acknowledge', from: Prisma.sql`h.state = 'open'` },
    set: Prisma.sql`state = 'acknowledged', changed_by = ${ctx.actor.name}, changed_at = ${ctx.now}`,
    before: () => ({ state: 'open' }),
    after: { state: 'acknowledged' },
  });
}

/** Settles hand-offs, with what was done about them. */
export async function resolveHandOffs(ctx: Ctx, input: InboxResolve): Promise<Result<InboxChange, InboxRefusal>> {
  return change(ctx, input, {
    ...{ action: 'hand_off.resolve', from: H_UNSETTLED },
    set: Prisma.sql`
      state = 'resolved', note = ${input.note}, changed_by = ${ctx.actor.name}, changed_at = ${ctx.now}`,
    before: ({ state }) => ({ state }),
    after: { state: 'resolved', note: input.note },
  });
}

/**
 * Opens hand-offs again: of each key those that were resolved last, together. What an earlier resolution settled
 * stays settled, and so does what succeeded later by itself.
 */
export async function reopenHandOffs(ctx: Ctx, input: InboxKeys): Promise<Result<InboxChange, InboxRefusal>> {
  return change(ctx, input, {
    ...{ action: 'hand_off.reopen', from: LAST_RESOLVED },
    set: Prisma.sql`state = 'open', note = null, changed_by = ${ctx.actor.name}, changed_at = ${ctx.now}`,
    before: ({ state, note }) => ({ state, ...(note === null ? {} : { note }) }),
    after: { state: 'open' },
  });
}

/**
 * Gives hand-offs to a person, or to nobody: a member of the group that they went to, or an administrator; where
 * there is no owner, whoever may work on them.
 */
export async function assignHandOffs(ctx: Ctx, input: InboxAssign): Promise<Result<InboxChange, InboxRefusal>> {
  const { personId } = input;
  return change(ctx, input, {
    ...{ action: 'hand_off.assign', set: Prisma.sql`assignee_id = ${personId}::uuid` },
    from: Prisma.sql`${H_UNSETTLED} and h.assignee_id is distinct from ${personId}::uuid`,
    before: ({ assignee }) => ({ assignee }),
    after: async (db) => ({ assignee: personId === null ? null : await nameOf(db, personId) }),
    refuse: async (db, keys) => {
      if (personId === null) return [];
      const person = await findWorker(db, personId);
      return keys.filter(({ recipient }) => person === null || !mayBeGiven(person, recipient));
    },
  });
}

const LAST_RESOLVED = Prisma.sql`h.state = 'resolved' and h.changed_at = (
  select max(r.changed_at) from hand_off r where r.fingerprint = h.fingerprint and r.state = 'resolved')`;

interface Change {
  readonly action: AuditAction;
  /** Which records of a key, called `h`, it is about. */
  readonly from: Prisma.Sql;
  readonly set: Prisma.Sql;
  readonly before: (key: Key) => { readonly [name: string]: Json };
  readonly after: Json | ((db: Tx) => Promise<Json>);
  /** Keys that stand in the way, beside those of other groups. */
  readonly refuse?: (db: Tx, keys: readonly Key[]) => Promise<readonly Key[]>;
}

/** A key that has records to change: its newest one of them. */
interface Key {
  readonly fingerprint: string;
  readonly id: string;
  readonly recipient: string | null;
  readonly state: string;
  readonly note: string | null;
  readonly assignee: string | null;
  readonly workflow: string;
  readonly node: string;
  readonly code: string | null;
  readonly owner: string | null;
}

function change(ctx: Ctx, input: InboxKeys, how: Change): Promise<Result<InboxChange, InboxRefusal>> {
  demand(ctx, 'hand_off.work');
  const asked = askedSql(input);
  return transaction(ctx.db, async (db) => {
    const keys = await readKeys(db, asked, how.from);
    const others = keys.filter(({ recipient }) => !mayWorkOn(ctx.actor, recipient));
    if (others.length > 0) return err({ reason: 'not_yours', keys: others.map(named) });
    const refused = (await how.refuse?.(db, keys)) ?? [];
    if (refused.length > 0) return err({ reason: 'not_assignable', keys: refused.map(named) });
    const changed = await write(db, asked, how);
    const after = typeof how.after === 'function' ? await how.after(db) : how.after;
    for (const key of keys) {
      const records = changed.get(key.fingerprint);
      if (records === undefined) continue;
      await record(ctx, db, {
        action: how.action,
        subject: { kind: 'hand_off', id: key.id, name: nameOfKey(key) },
        before: how.before(key),
        after: { ...Object(after), records },
      });
    }
    const records = [...changed.values()].reduce((sum, each) => sum + each, 0);
    return ok({ records, keys: changed.size, later: await countLater(db, asked) });
  });
}

/** The asked keys as a relation (fingerprint, seen_until); one that is named twice counts once. */
function askedSql({ keys }: InboxKeys): Prisma.Sql {
  const distinct = [...new Map(keys.map((key) => [key.fingerprint, key])).values()].sort((a, b) =>
    a.fingerprint < b.fingerprint ? -1 : 1,
  );
  const fingerprints = arrayLiteral(distinct.map(({ fingerprint }) => fingerprint));
  const seen = arrayLiteral(distinct.map(({ seenUntil }) => seenUntil));
  return Prisma.sql`unnest(${fingerprints}::text[], ${seen}::timestamptz[]) as k(fingerprint, seen_until)`;
}

function readKeys(db: Tx, asked: Prisma.Sql, from: Prisma.Sql): Promise<Key[]> {
  return db.$queryRaw<Key[]>`
    select k.fingerprint, n.id, n.recipient, n.state, n.note, u.name as assignee, n.error_code as code,
           coalesce(w.name, n.workflow_id) as workflow, coalesce(nd.name, n.node_id) as node,
           coalesce(g.name, n.recipient) as owner
    from ${asked}
    cross join lateral (
      select h.* from hand_off h
      where h.fingerprint = k.fingerprint and h.created_at <= k.seen_until and ${from}
      order by h.decided_at desc, h.id desc limit 1
    ) n
    left join workflow w on w.source_id = n.source_id and w.key = n.workflow_id
    left join node nd on nd.workflow_id = w.id and nd.node_id = n.node_id
    left join owner_group g on g.slug = n.recipient
    left join user_account u on u.id = n.assignee_id
    order by k.fingerprint`;
}

/** Records changed, by key. */
async function write(db: Tx, asked: Prisma.Sql, { from, set }: Change): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ fingerprint: string; records: number }[]>`
    with changed as (
      update hand_off h set ${set} from ${asked}
      where h.fingerprint = k.fingerprint and h.created_at <= k.seen_until and ${from}
      returning h.fingerprint
    )
    select fingerprint, count(*)::int as records from changed group by fingerprint`;
  return new Map(rows.map(({ fingerprint, records }) => [fingerprint, records]));
}

async function countLater(db: Tx, asked: Prisma.Sql): Promise<number> {
  const rows = await db.$queryRaw<{ later: number }[]>`
    select count(*)::int as later from ${asked}
    join hand_off h on h.fingerprint = k.fingerprint and h.created_at > k.seen_until and ${H_UNSETTLED}`;
  return rows[0]?.later ?? 0;
}

async function nameOf(db: Tx, id: string): Promise<string> {
  return (await db.user.findUniqueOrThrow({ where: { id }, select: { name: true } })).name;
}

function named({ node, code, owner }: Key): NamedKey {
  return { node, code, owner };
}

/** As the audit calls a key; the code as the log has it. */
function nameOfKey({ workflow, node, code }: Key): string {
  return `${workflow} / ${node}${code === null ? '' : ` · ${code}`}`;
}
