import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

/** More than a screen of rows. */
const FIRST_ROWS = 10;

const never = () => () => undefined;

/**
 * The rows of a list to render now: first those that can be seen at once, by the server as after each answer, so
 * that nobody waits for what is below the screen. The others follow as soon as the first stand there, before
 * anybody can scroll to them. Where the list is opened from within, all are there at once: Back leads to where
 * one was.
 */
export function useFirstScreen<Row>(rows: readonly Row[]): readonly Row[] {
  const listening = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [whole, setWhole] = useState<readonly Row[] | null>(listening ? rows : null);
  useEffect(() => {
    startTransition(() => setWhole(rows));
  }, [rows]);
  return whole === rows || rows.length <= FIRST_ROWS ? rows : rows.slice(0, FIRST_ROWS);
}
