import { Prisma } from '@/lib/db/generated/client';

const MEASURES = [1, 2, 3, 4] as const;
const each = (text: (n: number) => string, separator = ', ') => Prisma.raw(MEASURES.map(text).join(separator));

/**
 * Common table expressions that add what `event` and `mixture` say to the series and days of a source. Their last ones
 * are `grown`, `changed_day` and `made_day`, which have to be read for nothing.
 */
export function mergeSql(sourceId: string): Prisma.Sql {
  return Prisma.sql`${SUMS_SQL}, ${seriesSql(sourceId)}, ${DAYS_SQL}, ${CHANGES_SQL}`;
}

/** `amount`: what is to be added per series, day and slot. Attempts are put together before they are told apart. */
const SUMS_SQL = Prisma.sql`
  attempts as materialized (
    select workflow_id, node_id, failed, error_code, date_bin('15 minutes', occurred_at, 'epoch') as at,
           sum(sign) as attempts, coalesce(sum(sign) filter (where last_counted), 0) as last_counted,
           coalesce(sum(sign) filter (where last_failed), 0) as last_failed,
           coalesce(sum(sign) filter (where last_code), 0) as last_code,
           coalesce(sum(sign) filter (where final), 0) as final,
           coalesce(sum(sign) filter (where last_code and recovered), 0) as recovered
    from event group by 1, 2, 3, 4, 5
  ), amount as materialized (
    select kind, workflow_id, node_id, code, day, slot, d1, d2, d3, d4 from (
      select 'node' as kind, workflow_id, node_id, '' as code, at, sum(attempts)::int as d1, sum(last_counted)::int as d2,
             coalesce(sum(attempts) filter (where failed), 0)::int as d3,
             coalesce(sum(last_failed) filter (where failed), 0)::int as d4
      from attempts group by workflow_id, node_id, at
      union all
      select 'code', workflow_id, node_id, coalesce('=' || error_code, ''), at, attempts::int, last_code::int, final::int,
             recovered::int
      from attempts where failed
      union all
      select 'mixed', workflow_id, node_id, to_jsonb(codes)::text, date_bin('15 minutes', occurred_at, 'epoch') as at,
             sum(sign)::int, coalesce(sum(sign) filter (where recovered), 0)::int, 0, 0
      from mixture group by workflow_id, node_id, codes, at
    ) a
    cross join lateral (select (a.at at time zone 'UTC')::date as day) d
    cross join lateral (
      select case when isfinite(a.at)
                  then (extract(hour from a.at at time zone 'UTC') * 4
                        + extract(minute from a.at at time zone 'UTC') / 15)::int::smallint
                  else 0::smallint end as slot
    ) s
    where d1 <> 0 or d2 <> 0 or d3 <> 0 or d4 <> 0
  )`;

/** `member`: the series that are added to, as they were; new ones are made, old ones grow. */
function seriesSql(sourceId: string): Prisma.Sql {
  return Prisma.sql`
    known as materialized (
      select w.*, s.id, s.last_day as had_day, ${each((n) => `coalesce(s.total${n}, 0) as had${n}`)}
      from (
        select kind, workflow_id, node_id, code, md5(code)::uuid as code_hash, max(day) as last_day,
               ${each((n) => `sum(d${n}) as d${n}`)}
        from amount group by kind, workflow_id, node_id, code
      ) w
      left join history_series s on s.source_id = ${sourceId}::uuid and s.workflow_id = w.workflow_id
        and s.node_id = w.node_id and s.kind = w.kind and s.code_hash = w.code_hash
    ), made as (
      insert into history_series (source_id, workflow_id, node_id, kind, code, code_hash, last_day, ${each((n) => `total${n}`)})
      select ${sourceId}::uuid, workflow_id, node_id, kind, code, code_hash, last_day, ${each((n) => `d${n}`)}
      from known where id is null
      returning id, workflow_id, node_id, kind, code
    ), grown as (
      update history_series s set last_day = greatest(s.last_day, k.last_day),
             ${each((n) => `total${n} = s.total${n} + k.d${n}`)}
      from known k where s.id = k.id
    ), member as materialized (
      select id, kind, workflow_id, node_id, code, had_day, ${each((n) => `had${n}`)} from known where id is not null
      union all
      select id, kind, workflow_id, node_id, code, null, 0, 0, 0, 0 from made
    )`;
}

/**
 * `written`: each day that changes, with the sums of what comes to it (`slots`, `s1` to `s4`; none: only earlier days
 * grew), what came to earlier days (`e1` to `e4`), and the day as it was.
 */
const DAYS_SQL = Prisma.sql`
  coming as materialized (
    select id, had_day, day, min(slot) as first_slot, array_agg(slot order by slot) as slots,
           ${each((n) => `array_agg(s${n} order by slot) as s${n}, sum(d${n}) as d${n}, min(had${n}) as had${n}`)}
    from (
      select m.id, m.had_day, a.day, a.slot, ${each((n) => `m.had${n}, a.d${n}, (sum(a.d${n}) over upto)::int as s${n}`)}
      from amount a join member m using (kind, workflow_id, node_id, code)
      window upto as (partition by m.id, a.day order by a.slot)
    ) p
    group by id, had_day, day
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
    select a.id, a.day, ${each((n) => `coalesce(a.e${n}, 0) as e${n}, c.s${n}, c.had${n}, d.sums${n} as sums${n}`)},
           c.had_day, c.slots, c.first_slot, d.slots as day_slots, cardinality(d.slots) as n
    from (
      select id, day, ${each((n) => `sum(d${n}) over earlier as e${n}`)} from aimed
      window earlier as (partition by id order by day rows between unbounded preceding and 1 preceding)
    ) a
    left join coming c on c.id = a.id and c.day = a.day
    left join history_day d on d.series_id = a.id and d.day = a.day
  )`;

/** A day that goes on is appended to; one that something late comes to is made anew. */
const CHANGES_SQL = Prisma.sql`
  changed_day as (
    update history_day h
    set ${each((n) => `before${n} = h.before${n} + w.e${n}`)},
        slots = coalesce(m.slots, a.slots, h.slots), ${each((n) => `sums${n} = coalesce(m.s${n}, a.s${n}, h.sums${n})`)}
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
    where h.series_id = w.id and h.day = w.day
  ), made_day as (
    insert into history_day (series_id, day, slots, ${each((n) => `before${n}, sums${n}`)})
    select w.id, w.day, w.slots, ${each((n) => `w.e${n} + case when w.day > w.had_day then w.had${n} else coalesce(p.b${n}, 0) end, w.s${n}`)}
    from written w
    left join lateral (
      select ${each((n) => `d.before${n} + d.sums${n}[cardinality(d.sums${n})] as b${n}`)}
      from history_day d where w.day < w.had_day and d.series_id = w.id and d.day < w.day order by d.day desc limit 1
    ) p on true
    where w.n is null
  )`;
