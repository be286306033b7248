'use client';

import { useEffect, useRef, useState } from 'react';
import type { TableEntry } from './entries';
import type { TableSample } from './found';

/**
 * Columns and rows of the tables that are chosen, each asked for once. `place` names where they are: with another one
 * everything is asked for again; null = it is not known yet.
 */
export function useSamples(
  place: string | null,
  tables: readonly TableEntry[],
  ask: (table: TableEntry) => Promise<TableSample | null>,
) {
  const [samples, setSamples] = useState<ReadonlyMap<string, TableSample>>(new Map());
  const asked = useRef<Set<string>>(new Set());
  const asking = useRef(ask);
  asking.current = ask;
  const keys = tables.filter(({ table }) => table !== '').map((table) => keyOf(place, table));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say all that the tables do
  useEffect(() => {
    if (place === null) return;
    for (const table of tables) {
      const key = keyOf(place, table);
      if (table.table === '' || asked.current.has(key)) continue;
      asked.current.add(key);
      void asking.current(table).then((sample) => {
        if (sample === null) asked.current.delete(key);
        else setSamples((before) => new Map(before).set(key, sample));
      });
    }
  }, [place, keys.join('\n')]);
  return (schema: string, table: string) => samples.get(keyOf(place, { schema, table })) ?? null;
}

function keyOf(place: string | null, { schema, table }: TableEntry): string {
  return JSON.stringify([place, schema, table]);
}
