import { performance } from 'node:perf_hooks';
import { api } from '@/app/_server/api';
import { getMetricsOperation } from '@/lib/api/operation-status-operations';
import { EXPOSITION_TYPE, exposition } from '@/lib/operations/exposition';
import { type AnsweringProcess, MOST_COUNTED, metricsOf } from '@/lib/operations/metrics';
import { operationsStatus } from '@/lib/operations/queries';
import packageJson from '@/package.json';

/** The same for a Prometheus, beside figures of the process that answers. */
export const GET = api(getMetricsOperation, async ({ ctx }) => {
  const status = await operationsStatus(ctx, { most: MOST_COUNTED });
  return new Response(exposition(metricsOf(status, answering())), {
    headers: { 'Content-Type': EXPOSITION_TYPE, 'Cache-Control': 'no-store' },
  });
});

function answering(): AnsweringProcess {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return {
    version: packageJson.version,
    cpuSeconds: (user + system) / 1e6,
    residentBytes: rss,
    heapBytes: heapUsed,
    startedSeconds: performance.timeOrigin / 1_000,
    busy: performance.eventLoopUtilization().utilization,
  };
}
