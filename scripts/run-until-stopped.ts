import { watchParent } from './parent-watch';

let stopping: Promise<void> | undefined;

/** Whether this process was asked to end. */
export function isStopping(): boolean {
  return stopping !== undefined;
}

/**
 * Runs `start` until it fails or this process is asked to end (by a signal, or with whoever started it), then `stop`,
 * once, and ends: with 0 when it was asked to, else with 1 and the error's message.
 */
export async function runUntilStopped(start: () => Promise<void>, stop: () => Promise<void>): Promise<void> {
  const stopOnce = () => {
    stopping ??= stop();
    return stopping;
  };
  const stopAndExit = () => {
    if (!isStopping()) console.log('\nStopping …');
    void stopOnce().then(() => process.exit(0));
  };
  // npm passes Ctrl-C on although the terminal has sent it to everybody: the second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAndExit);
  // Started with a channel (by the browser tests), it ends with whoever started it.
  if (process.connected) process.on('disconnect', stopAndExit);
  watchParent(stopAndExit);
  try {
    await start();
  } catch (error) {
    const asked = isStopping();
    if (!asked) console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    await stopOnce();
    process.exit(asked ? 0 : 1);
  }
}
