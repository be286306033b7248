import type { Queryable } from '@/lib/db/client';
import type { Reading } from './change-store';

/** How far one of those who read the history is behind in a source. */
export interface ReadingLag {
  readonly sourceId: string;
  readonly source: string;
  /** Changes that it has not read; counted up to one more than was asked for. */
  readonly unread: number;
  /** When the oldest of those counted ended. */
  readonly oldestAt: Date | null;
  /** When it last read something. */
  readonly readAt: Date | null;
}

const MOST_SOURCES = 200;

/**
 * The lag of a reader in each of the sources that it reads, by their names; `most` changes are counted in each, by the
 * index in whose order they are read. What a running transaction holds back counts as well: that is a lag too.
 */
export function readingLag(
  db: Queryable,
  { table, readAt, source }: Pick<Reading, 'table' | 'readAt' | 'source'>,
  most: number,
): Promise<ReadingLag[]> {
  return db.$queryRaw<ReadingLag[]>`
    select s.id as "sourceId", s.key as source, u.unread, u.oldest as "oldestAt", f.${readAt} as "readAt"
    from source s
    left join ${table} f on f.source_id = s.id
    cross join lateral (
      select count(*)::int as unread, min(next.occurred_at) as oldest
      from (
        select r.occurred_at from workflow_run_step r
        where r.source_id = s.id and (r.change_id, r.id) > (coalesce(f.after_change, 0), coalesce(f.after_id, 0))
        order by r.change_id, r.id limit ${most + 1}::int
      ) next
    ) u
    where ${source}
    order by s.key limit ${MOST_SOURCES}`;
}
