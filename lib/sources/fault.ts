/** Why a source could not be read; message keys below `sources.failures`. */
export const SOURCE_FAULTS = [
  /** The address is not one of a Postgres, or its parts cannot be read. */
  'address_unreadable',
  /** On a private network, and the operator does not allow the host (`FAILPATH_SOURCE_HOSTS`). */
  'address_private',
  /** Without TLS, and the operator does not allow the host. */
  'address_not_tls',
  /** A port where no Postgres is expected. */
  'address_port',
  'host_unknown',
  'unreachable',
  'not_postgres',
  /** The server speaks no TLS. */
  'tls_refused',
  /** The server wants TLS. */
  'tls_required',
  /** Its certificate does not hold. */
  'tls_untrusted',
  'auth_failed',
  'database_missing',
  'too_many_connections',
  'starting_up',
  'connection_lost',
  'no_permission',
  'table_missing',
  'column_missing',
  /** A column is of a type that cannot be read as the mapping says. */
  'column_type',
  /** A value in a column cannot be read as the mapping says (JSON that is none). */
  'value_unreadable',
  'timeout',
  'locked',
  /** What is named writes, which nothing may that Failpath reads. */
  'would_write',
  /** The server did not begin a transaction that only reads. */
  'not_read_only',
  /** One of Failpath's own tables. */
  'own_table',
  /** A table of the system catalogs. */
  'system_table',
  /** Somebody asked to stop. */
  'cancelled',
  /** What the server said, which has no name here. */
  'refused',
] as const;
export type SourceFaultCode = (typeof SOURCE_FAULTS)[number];

/** Why a source could not be read, with what its message needs; never a password. */
export interface SourceFault {
  readonly code: SourceFaultCode;
  readonly values: Readonly<Record<string, string>>;
}

/** Where it happened: what messages may name of it. */
export interface FaultPlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Never part of a message. */
  readonly password: string;
}

const MAX_DETAIL = 300;
const TLS_CODE =
  /^(CERT_|ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|ERR_OSSL|EPROTO)/;
const NETWORK_CODE = /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)UNREACH|EHOSTDOWN|ETIMEDOUT|EADDRNOTAVAIL|EPIPE)$/;

/** What an error of the connection or of a statement means. `connected`: the connection once stood. */
export function faultOf(error: unknown, place: FaultPlace, connected: boolean): SourceFault {
  const { code, message } = parts(error);
  const values = { host: place.host, port: String(place.port), database: place.database, user: place.user };
  const detail = withoutPassword(message, place.password);
  const said = (fault: SourceFaultCode): SourceFault => ({ code: fault, values: { ...values, detail } });
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)) return serverFault(code, detail, said);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return said('host_unknown');
  if (TLS_CODE.test(code)) return said('tls_untrusted');
  if (/does not support SSL/.test(message)) return said('tls_refused');
  if (/establishing an SSL connection|Unknown authenticationOk|received invalid|Invalid response/i.test(message))
    return said('not_postgres');
  if (connected) return said('connection_lost');
  if (NETWORK_CODE.test(code) || /timeout expired|Connection terminated/.test(message)) return said('unreachable');
  return said(/SASL|password/i.test(message) ? 'auth_failed' : 'not_postgres');
}

const BY_STATE: Readonly<Record<string, SourceFaultCode>> = {
  '28P01': 'auth_failed',
  '3D000': 'database_missing',
  '53300': 'too_many_connections',
  '57P03': 'starting_up',
  '57014': 'timeout',
  '25P03': 'timeout',
  '25P04': 'timeout',
  '55P03': 'locked',
  '25006': 'would_write',
  '42501': 'no_permission',
  '42P01': 'table_missing',
  '3F000': 'table_missing',
  '42703': 'column_missing',
  '42883': 'column_type',
  '42804': 'column_type',
  '42846': 'column_type',
  '42809': 'column_type',
};

function serverFault(state: string, detail: string, said: (code: SourceFaultCode) => SourceFault): SourceFault {
  // A role that may not come in from here at all: by name, or only with TLS.
  if (state === '28000') return said(/no encryption|SSL off/i.test(detail) ? 'tls_required' : 'auth_failed');
  if (/^08|^57P0[12]$/.test(state)) return said('connection_lost');
  const fault = said(BY_STATE[state] ?? (state.startsWith('22') ? 'value_unreadable' : 'refused'));
  return { ...fault, values: { ...fault.values, name: named(detail), state } };
}

/** What the server's message names: quoted in every language, at its end in English. */
function named(message: string): string {
  const quoted = /["«„“]([^"»“”]+)["»“”]/.exec(message)?.[1];
  return (
    quoted ?? /(?:for (?:table|view|schema|relation|function|materialized view)|column) (\S+)/.exec(message)?.[1] ?? ''
  );
}

function withoutPassword(message: string, password: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  const safe =
    password === '' ? line : line.replaceAll(password, '***').replaceAll(encodeURIComponent(password), '***');
  return safe.slice(0, MAX_DETAIL);
}

function parts(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' };
  // Several addresses were tried: what the last one said.
  const last: unknown = error instanceof AggregateError ? error.errors.at(-1) : error;
  const found = last instanceof Error ? last : error;
  const code: unknown = 'code' in found ? found.code : '';
  return { code: typeof code === 'string' ? code : '', message: found.message };
}
