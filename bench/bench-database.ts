import { withDatabase } from '@/lib/db/connection';
import { migrate } from '@/lib/db/migrate';
import { runOn, startThrowawayServer } from '@/lib/testing/server';

/** Runs `measure` with the address of a migrated, empty database on a server of its own, which is removed afterwards. */
export async function withBenchDatabase(measure: (url: string) => Promise<void>): Promise<void> {
  const server = await startThrowawayServer();
  try {
    await runOn(server.url, 'create database bench');
    const url = withDatabase(server.url, 'bench');
    await migrate(url);
    await measure(url);
  } finally {
    await server.remove();
  }
}
