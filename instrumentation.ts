/**
 * Runs once when the web server starts, not in the build: starts the heartbeat, and the worker unless it is to run
 * only by itself (`FAILPATH_WORKER=0`). It waits for nothing: pages answer whether the worker finds its database or not.
 */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: the build puts the runtime in here, and leaves the rest out of others
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startBesideWeb } = await import('@/lib/worker/in-process');
  startBesideWeb();
}
