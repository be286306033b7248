import { useSyncExternalStore } from 'react';

/** More than a screen of rows. */
const FIRST_ROWS = 15;

const never = () => () => undefined;

/**
 * What the server renders of a list: the rows that can be seen at first. The others follow as soon as the
 * page listens, before anybody can scroll to them; where the list is opened from within, all are there at once.
 */
export function useFirstScreen<Row>(rows: readonly Row[]): readonly Row[] {
  const listening = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return listening || rows.length <= FIRST_ROWS ? rows : rows.slice(0, FIRST_ROWS);
}
