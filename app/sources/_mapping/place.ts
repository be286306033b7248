import type { ShownPlace } from '@/lib/sources/source-place';
import type { PlaceFields } from '@/lib/sources/source-schema';
import { TLS_MODES, type TlsMode } from '@/lib/sources/vocabulary';

/** Where the tables are, as it is typed; without the password, which no browser keeps. */
export interface PlaceEntry {
  readonly kind: PlaceFields['kind'];
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly tls: TlsMode;
}

export const BLANK_PLACE: PlaceEntry = {
  ...{ kind: 'own', host: '', port: '5432', database: '', user: '' },
  tls: 'verified',
};

/** The entries that say a place; null = this database. */
export function placeEntryOf(place: ShownPlace | null): PlaceEntry {
  if (place === null) return BLANK_PLACE;
  const { host, port, database, user, tls } = place;
  return { kind: 'postgres', host, port: String(port), database, user, tls };
}

/** The place that the entries say; the server says what is wrong with it. An empty password: none was typed. */
export function placeOf(entry: PlaceEntry, password: string): PlaceFields {
  if (entry.kind === 'own') return { kind: 'own' };
  const { host, port, database, user, tls } = entry;
  const number = /^\d{1,6}$/.test(port.trim()) ? Number(port) : Number.NaN;
  return { kind: 'postgres', host, port: number, database, user, tls, password: password === '' ? null : password };
}

/** The mode of that name; the safest for another. */
export function tlsOf(text: string): TlsMode {
  return TLS_MODES.find((mode) => mode === text) ?? 'verified';
}
