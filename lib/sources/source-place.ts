import type { PlaceFields } from './source-schema';
import type { TlsMode } from './vocabulary';

/** Another Postgres as it may be shown and typed again: all but the password. */
export interface ShownPlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly tls: TlsMode;
}

/** `sslmode` as libpq means it: `require` asks for no certificate, `verify-full` holds it and the name against each other. */
const SSL_MODES: Readonly<Record<TlsMode, string>> = { off: 'disable', encrypted: 'require', verified: 'verify-full' };

/** The address of another Postgres, with its password; what stands in it is only text, whatever its characters. */
export function placeUrl({ host, port, database, user, tls }: ShownPlace, password: string): string {
  const name = host.includes(':') ? `[${host}]` : host;
  const who = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgres://${who}@${name}:${port}/${encodeURIComponent(database)}?sslmode=${SSL_MODES[tls]}`;
}

/** What `placeUrl` made, taken apart again; null for another text. */
export function readPlaceUrl(url: string): { readonly place: ShownPlace; readonly password: string } | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  const mode = parsed.searchParams.get('sslmode');
  const tls = TLS_BY_MODE.find(([, each]) => each === mode)?.[0];
  if (parsed.protocol !== 'postgres:' || tls === undefined) return null;
  const [user, password, database] = [parsed.username, parsed.password, parsed.pathname.slice(1)].map(decoded);
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  if (user === undefined || password === undefined || database === undefined) return null;
  return { place: { host, port: Number(parsed.port), database, user, tls }, password };
}

const TLS_BY_MODE: readonly (readonly [TlsMode, string])[] = [
  ['off', SSL_MODES.off],
  ['encrypted', SSL_MODES.encrypted],
  ['verified', SSL_MODES.verified],
];

function decoded(text: string): string {
  return decodeURIComponent(text);
}

/** A place as people see it; null = this database. */
export function placeLabel(fields: PlaceFields): string | null {
  if (fields.kind === 'own') return null;
  const host = fields.host.includes(':') ? `[${fields.host}]` : fields.host;
  return `${fields.user}@${host}:${fields.port}/${fields.database}`;
}

/**
 * True where a password that is kept may be used for what was typed now: never sent to another server, in another
 * name, or less protected.
 */
export function mayKeepPassword(kept: ShownPlace, typed: ShownPlace): boolean {
  const same = kept.host === typed.host && kept.port === typed.port && kept.user === typed.user;
  return same && PROTECTION[typed.tls] >= PROTECTION[kept.tls];
}

const PROTECTION: Readonly<Record<TlsMode, number>> = { off: 0, encrypted: 1, verified: 2 };

/** True where both are the same tables: the way there and who asks may differ. */
export function isSamePlace(before: ShownPlace | null, after: ShownPlace | null): boolean {
  if (before === null || after === null) return before === after;
  return before.host === after.host && before.port === after.port && before.database === after.database;
}
