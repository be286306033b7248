import { Prisma } from '@/lib/db/generated/client';

const MEASURES = [1, 2, 3, 4] as const;
const each = (text: (n: number) => string, separator = ', ') => Prisma.raw(MEASURES.map(text).join(separator));

/**
 * Common table expressions that add what `single`, `event` and `mixture` say to the series and days of a source. Those that
 * change the tables and are read by nobody.
 */
export function mergeSql(sourceId: string): Prisma.Sql {
  return Prisma.sql`${SUMS_SQL}, ${seriesSql(sourceId)}, ${DAYS_SQL}, ${CHANGES_SQL}`;
}

/** Quarter hours since 1970, of UTC; what lies ages away is put together at the ends. */
const slotOf = (at: string) => Prisma.raw(`floor(greatest(-1e12, least(1e12, date_part('epoch', ${at}))) / 900)::int`);
const QUARTER_SQL = Prisma.sql`date_bin('15 minutes', occurred_at, 'epoch')`;

/** `grouped`: what is to be added per series, in arrays by quarter hour. A quarter hour may come more than once. */
export const SUMS_SQL = Prisma.sql`
  attempts as materialized (
    select workflow_id, node_id, failed, error_code, ${QUARTER_SQL} as quarter, sum(sign)::int as attempts,
           sum(sign)::int as last_counted, sum(sign)::int as last_failed, sum(sign)::int as last_code,
           sum(sign)::int as final, 0 as recovered
    from single group by 1, 2, 3, 4, 5
    union all
    select workflow_id, node_id, failed, error_code, ${QUARTER_SQL}, sum(sign)::int,
           coalesce(sum(sign) filter (where last_counted), 0)::int,
           coalesce(sum(sign) filter (where last_failed), 0)::int,
           coalesce(sum(sign) filter (where last_code), 0)::int,
           coalesce(sum(sign) filter (where final), 0)::int,
           coalesce(sum(sign) filter (where last_code and recovered), 0)::int
    from event group by 1, 2, 3, 4, 5
  ), grouped as materialized (
    select kind, workflow_id, node_id, code, max(slot) as last_slot, array_agg(slot) as slots,
           ${each((n) => `sum(d${n}) as d${n}, array_agg(d${n}) as a${n}`)}
    from (
      select 'node' as kind, workflow_id, node_id, '' as code, ${slotOf('quarter')} as slot, attempts as d1, last_counted as d2,
             case when failed then attempts else 0 end as d3, case when failed then last_failed else 0 end as d4
      from attempts
      union all
      select 'code', workflow_id, node_id, coalesce('=' || error_code, ''), ${slotOf('quarter')}, attempts, last_code, final, recovered
      from attempts where failed
      union all
      select 'mixed', workflow_id, node_id, to_jsonb(codes)::text, ${slotOf('occurred_at')}, sign,
             case when recovered then sign else 0 end, 0, 0
      from mixture
    ) a
    group by kind, workflow_id, node_id, code
  )`;

/** The day of a number of quarter hours. */
const dayOf = (slot: string) => Prisma.raw(`date '1970-01-01' + ((${slot} - ((${slot} % 96) + 96) % 96) / 96)`);

/** `member`: the series that are added to, as they were; new ones are made, old ones grow. */
function seriesSql(sourceId: string): Prisma.Sql {
  return Prisma.sql`
    known as materialized (
      select w.*, s.id, s.last_day as had_day, ${each((n) => `coalesce(s.total${n}, 0) as had${n}`)}
      from (
        select *, md5(code)::uuid as code_hash, ${dayOf('last_slot')} as last_day from grouped
      ) w
      left join lateral (
        select * from history_series s
        where s.source_id = ${sourceId}::uuid and s.workflow_id = w.workflow_id and s.node_id = w.node_id
          and s.kind = w.kind and s.code_hash = w.code_hash offset 0
      ) s on true
    ), grown as (
      insert into history_series as s
        (source_id, workflow_id, node_id, kind, code, code_hash, last_day, ${each((n) => `total${n}`)})
      select ${sourceId}::uuid, workflow_id, node_id, kind, code, code_hash, last_day, ${each((n) => `d${n}`)} from known
      on conflict (source_id, workflow_id, node_id, kind, code_hash) do update
        set last_day = greatest(s.last_day, excluded.last_day),
            ${each((n) => `total${n} = s.total${n} + excluded.total${n}`)}
      returning s.id, s.workflow_id, s.node_id, s.kind, s.code_hash
    ), member as materialized (
      select g.id, k.had_day, k.slots, ${each((n) => `k.had${n}, k.a${n}`)}
      from known k join grown g using (workflow_id, node_id, kind, code_hash)
    )`;
}

/**
 * `written`: each day that changes, with the sums of what comes to it (`slots`, `s1` to `s4`; none: only earlier days
 * grew), what came to earlier days (`e1` to `e4`), and the day as it was.
 */
const DAYS_SQL = Prisma.sql`
  coming as materialized (
    select p.*, m.had_day, ${each((n) => `m.had${n}`)} from (
    select id, day, min(slot) as first_slot, array_agg(slot order by slot) as slots,
           ${each((n) => `array_agg(s${n} order by slot) as s${n}, sum(d${n}) as d${n}`)}
    from (
      select *, ${each((n) => `(sum(d${n}) over upto)::int as s${n}`)}
      from (
        select m.id, ${dayOf('u.slot')} as day, (((u.slot % 96) + 96) % 96)::smallint as slot,
               ${each((n) => `sum(u.d${n})::int as d${n}`)}
        from member m cross join lateral unnest(m.slots, ${each((n) => `m.a${n}`)}) as u(slot, ${each((n) => `d${n}`)})
        group by m.id, u.slot
      ) a
      where d1 <> 0 or d2 <> 0 or d3 <> 0 or d4 <> 0
      window upto as (partition by id, day order by slot)
    ) p
    group by id, day
    ) p join member m using (id)
  ), behind as (
    select id, min(day) as day from coming where day < had_day group by id
  ), aimed as (
    select id, day, ${each((n) => `d${n}`)} from coming
    union all
    select d.series_id, d.day, 0, 0, 0, 0
    from behind b cross join lateral (
      select series_id, day from history_day d where d.series_id = b.id and d.day > b.day offset 0
    ) d
    where not exists (select from coming c where c.id = d.series_id and c.day = d.day)
  ), written as materialized (
    select a.id, a.day, ${each((n) => `coalesce(a.e${n}, 0) as e${n}, c.s${n}, c.had${n}, d.sums${n}, d.before${n}`)},
           c.had_day, c.slots, c.first_slot, d.slots as day_slots, cardinality(d.slots) as n
    from (
      select id, day, ${each((n) => `sum(d${n}) over earlier as e${n}`)} from aimed
      window earlier as (partition by id order by day rows between unbounded preceding and 1 preceding)
    ) a
    left join coming c on c.id = a.id and c.day = a.day
    left join lateral (
      select * from history_day d where d.series_id = a.id and d.day = a.day offset 0
    ) d on true
  )`;

/** A day that goes on is appended to; one that something late comes to is made anew. */
const CHANGES_SQL = Prisma.sql`
  changed_day as (
    insert into history_day as h (series_id, day, slots, ${each((n) => `before${n}, sums${n}`)})
    select w.id, w.day, coalesce(m.slots, a.slots, w.day_slots, w.slots),
           ${each(
             (n) => `
           w.e${n} + coalesce(w.before${n}, case when w.day > w.had_day then w.had${n} else p.before${n} end, 0),
           coalesce(m.s${n}, a.s${n}, w.sums${n}, w.s${n})`,
           )}
    from written w
    left join lateral (
      select w.day_slots[:k] || w.slots as slots,
             ${each((n) => `w.sums${n}[:k] || array(select w.sums${n}[w.n] + s from unnest(w.s${n}) s) as s${n}`)}
      from (select case when w.day_slots[w.n] = w.first_slot then w.n - 1 else w.n end as k) k
      where w.slots is not null and w.day_slots[w.n] <= w.first_slot
    ) a on true
    left join lateral (
      select array_agg(slot order by slot) as slots, ${each((n) => `array_agg(s${n} order by slot) as s${n}`)}
      from (
        select slot, ${each((n) => `(sum(sum(i${n})) over (order by slot))::int as s${n}`)}
        from (
          select slot, ${each((n) => `s${n} - coalesce(lag(s${n}) over (order by slot), 0) as i${n}`)}
          from unnest(w.day_slots, ${each((n) => `w.sums${n}`)}) as u(slot, ${each((n) => `s${n}`)})
          union all
          select slot, ${each((n) => `s${n} - coalesce(lag(s${n}) over (order by slot), 0)`)}
          from unnest(w.slots, ${each((n) => `w.s${n}`)}) as u(slot, ${each((n) => `s${n}`)})
        ) increment
        group by slot
      ) summed
      where w.slots is not null and w.day_slots[w.n] > w.first_slot
    ) m on true
    left join lateral (
      select ${each((n) => `d.before${n} + d.sums${n}[cardinality(d.sums${n})] as before${n}`)}
      from history_day d
      where w.n is null and w.day < w.had_day and d.series_id = w.id and d.day < w.day order by d.day desc limit 1
    ) p on true
    on conflict (series_id, day) do update
      set slots = excluded.slots, ${each((n) => `before${n} = excluded.before${n}, sums${n} = excluded.sums${n}`)}
  )`;
