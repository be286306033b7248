'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Entries } from './entries';
import type { FoundPlace, PlatformOffer, TableSample } from './found';

/** What every part of the form needs: the entries and how to change them, what is wrong, and what was found there. */
export interface MappingForm {
  readonly entries: Entries;
  readonly change: (change: (before: Entries) => Entries) => void;
  /** What is wrong with an entry, in words; undefined = nothing, or nothing that is to be said yet. */
  readonly errorOf: (field: string) => string | undefined;
  readonly found: FoundPlace | null;
  readonly offers: readonly PlatformOffer[];
  /** Columns and rows of a table; null while they are on their way, or cannot be had. */
  readonly sampleOf: (schema: string, table: string) => TableSample | null;
}

const MappingContext = createContext<MappingForm | null>(null);

export function MappingProvider({ form, children }: { form: MappingForm; children: ReactNode }) {
  return <MappingContext value={form}>{children}</MappingContext>;
}

/** The form that this stands in. */
export function useMapping(): MappingForm {
  const form = useContext(MappingContext);
  if (form === null) throw new Error('a part of the mapping stands outside of its form');
  return form;
}
