import { getDb } from '@/lib/db/client';
import { readEnvironment } from '@/lib/env';
import { isStopping } from '@/lib/worker/stopping';
import packageJson from '@/package.json';

const PATIENCE_MS = 2_000;

export const dynamic = 'force-dynamic';

/**
 * For load balancers and the start script: 200 when the database answers, else 503, also once the process was asked to
 * end. Says nothing about why the database does not answer.
 */
export async function GET(): Promise<Response> {
  const { version } = packageJson;
  const { FAILPATH_INSTANCE: instance } = readEnvironment();
  const headers = { 'Cache-Control': 'no-store', ...(instance && { 'Failpath-Instance': instance }) };
  if (isStopping())
    return Response.json({ status: 'stopping', database: 'unknown', version }, { status: 503, headers });
  if (await databaseAnswers()) return Response.json({ status: 'ok', database: 'ok', version }, { headers });
  return Response.json({ status: 'unavailable', database: 'unavailable', version }, { status: 503, headers });
}

async function databaseAnswers(): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false);
  });
  try {
    return await Promise.race([answer(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function answer(): Promise<boolean> {
  try {
    await getDb().$queryRaw`select 1`;
    return true;
  } catch {
    return false;
  }
}
