import { demand, type ReadCtx } from '@/lib/accounts/context';
import { measuredBefore, nextMeasuring, triedAgainAt } from './threshold-state';

/** How far the thresholds of a source are measured. */
export interface MeasuringProgress {
  readonly sourceId: string;
  readonly name: string;
  readonly nodes: number;
  /** Measured as they are now, since the last day was over and since somebody asked. */
  readonly measured: number;
  /** When a node of it was last measured; null = never. */
  readonly lastAt: Date | null;
  /** When the next is due; now or earlier while nodes wait. */
  readonly nextAt: Date;
  /** Why the last batch failed; null = it did not. */
  readonly failure: { readonly message: string; readonly at: Date; readonly times: number } | null;
}

/** Of each source with nodes, by name. */
export async function measuringProgress(ctx: ReadCtx): Promise<MeasuringProgress[]> {
  demand(ctx, 'read');
  const rows = await ctx.db.$queryRaw<
    (Pick<MeasuringProgress, 'sourceId' | 'name' | 'nodes' | 'measured' | 'lastAt'> & {
      readonly message: string | null;
      readonly failedAt: Date | null;
      readonly times: number | null;
    })[]
  >`
    select s.id as "sourceId", s.name, count(*)::int as nodes, max(m.measured_at) as "lastAt",
           (count(*) filter (where m.node_version = n.version
             and m.measured_at >= greatest(${measuredBefore(ctx.now)}::timestamptz, q.asked_at)))::int as measured,
           q.failure as message, q.failed_at as "failedAt", q.failures as times
    from source s join workflow w on w.source_id = s.id join node n on n.workflow_id = w.id
    left join measured_node m on m.node_row_id = n.id left join measured_source q on q.source_id = s.id
    group by s.id, q.source_id order by s.name, s.id`;
  return rows.map(({ message, failedAt, times, ...row }) => {
    const failure = failedAt && { message: message ?? '', at: failedAt, times: times ?? 1 };
    const retried = failure === null ? ctx.now : new Date(triedAgainAt(failure.at.getTime(), failure.times));
    return { ...row, failure, nextAt: row.measured < row.nodes ? retried : nextMeasuring(ctx.now) };
  });
}
