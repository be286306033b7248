import { Prisma } from '@/lib/db/generated/client';

/**
 * Common table expression `mixture`, behind those of `deltaSql`: executions that failed with several codes. Since an
 * instant its codes are those of its failures from then on, so that each failure adds one to the set that begins with
 * it, and takes one from the set that begins with the next: from any instant on, that adds up to one for the set that
 * begins there.
 */
export const MIXTURE_SQL = Prisma.sql`
  several as materialized (
    select k, now, sign, occurred_at, error_code, recovered,
           row_number() over (partition by k, now order by occurred_at, attempt) as place
    from ranked where several
  ), rest as (
    select k, now, sign, occurred_at, recovered, place, codes,
           lead(codes) over (partition by k, now order by place) as next
    from (
      select s.k, s.now, s.sign, s.occurred_at, s.recovered, s.place,
             array_agg(distinct l.error_code order by l.error_code) as codes
      from several s join several l on l.k = s.k and l.now = s.now and l.place >= s.place
      group by s.k, s.now, s.sign, s.occurred_at, s.recovered, s.place
    ) sets
  ), mixture as (
    select k.source_id, k.workflow_id, k.node_id, each.codes, r.occurred_at, r.sign * each.sign as sign, r.recovered
    from rest r join touched k using (k)
    cross join lateral (values (r.codes, 1), (r.next, -1)) each(codes, sign)
    where r.codes is distinct from r.next and cardinality(each.codes) > 1
  )`;
