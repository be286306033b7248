import { ALIASES, type AliasRow, SQLSTATES } from './aliases';
import type { FailureClass } from './vocabulary';

/** A token that the catalogue knows, and why it is of that class. */
export interface CatalogueRow {
  /** Exact token, or `http_4xx` / `http_5xx`. */
  readonly token: string;
  readonly class: FailureClass;
  /** Short citation. */
  readonly source: string;
}

/**
 * Rows that people add; they win over the built-in ones. Immutable: what is found in one is kept beside it. What dialects
 * read and write goes by the built-in rows alone, since a file has to say everything by itself.
 */
export interface CatalogueExtra {
  readonly rows?: readonly CatalogueRow[];
  readonly aliases?: readonly AliasRow[];
}

/** The built-in rows, in the order of `domain.md`. */
export const CATALOGUE: readonly CatalogueRow[] = [
  row('timeout', 'transient', 'RFC 9110 §15.5.9; AWS Builders’ Library, Timeouts and retries'),
  row('connection_refused', 'transient', 'POSIX errno ECONNREFUSED'),
  row('connection_reset', 'transient', 'POSIX errno ECONNRESET'),
  row('dns_failure', 'transient', 'POSIX getaddrinfo, EAI_AGAIN'),
  row('http_408', 'transient', 'RFC 9110 §15.5.9'),
  row('http_425', 'transient', 'RFC 8470 §5.2'),
  row('http_429', 'transient', 'RFC 6585 §4'),
  row('http_5xx', 'transient', 'RFC 9110 §15.6'),
  row('rate_limited', 'transient', 'RFC 6585 §4'),
  row('service_unavailable', 'transient', 'RFC 9110 §15.6.4'),
  row('db_lock_timeout', 'transient', 'PostgreSQL, Appendix A: 55P03'),
  row('db_deadlock', 'transient', 'PostgreSQL, Appendix A: 40P01'),
  row('db_serialization_failure', 'transient', 'PostgreSQL §13.5, Serialization Failure Handling'),
  row('db_connection_lost', 'transient', 'PostgreSQL, Appendix A: class 08'),
  row('db_too_many_connections', 'transient', 'PostgreSQL, Appendix A: 53300'),
  row('http_400', 'terminal', 'RFC 9110 §15.5.1'),
  row('http_401', 'terminal', 'RFC 9110 §15.5.2'),
  row('http_403', 'terminal', 'RFC 9110 §15.5.4'),
  row('http_404', 'terminal', 'RFC 9110 §15.5.5'),
  row('http_409', 'terminal', 'RFC 9110 §15.5.10'),
  row('http_422', 'terminal', 'RFC 9110 §15.5.21'),
  row('http_501', 'terminal', 'RFC 9110 §15.6.2'),
  row('http_505', 'terminal', 'RFC 9110 §15.6.6'),
  row('validation_failed', 'terminal', 'RFC 9110 §15.5.21; PostgreSQL, Appendix A: class 22'),
  row('auth_failed', 'terminal', 'RFC 9110 §15.5.2'),
  row('permission_denied', 'terminal', 'RFC 9110 §15.5.4'),
  row('not_found', 'terminal', 'RFC 9110 §15.5.5'),
  row('unique_violation', 'terminal', 'PostgreSQL, Appendix A: 23505'),
  row('foreign_key_violation', 'terminal', 'PostgreSQL, Appendix A: 23503'),
  row('business_rejected', 'terminal', 'domain rule: a refusal on purpose stays one'),
];

/** The row that decides for this token: the exact one, else `http_4xx` / `http_5xx`; null = silent. */
export function catalogueRow(token: string, extra?: CatalogueExtra): CatalogueRow | null {
  const pattern = httpPattern(token);
  const added = extra && indexOf(extra).byToken;
  const row = (name: string) => added?.get(name) ?? BY_TOKEN.get(name) ?? null;
  return row(token) ?? (pattern === null ? null : row(pattern));
}

/** `http_4xx` or `http_5xx` for a token such as `http_503`; null for any other. */
export function httpPattern(token: string): 'http_4xx' | 'http_5xx' | null {
  if (/^http_4\d\d$/.test(token)) return 'http_4xx';
  return /^http_5\d\d$/.test(token) ? 'http_5xx' : null;
}

/**
 * What a system wrote, as a token of the catalogue; unknown → unchanged. Used inside `classify`
 * only: everywhere else a code stays as the log has it.
 */
export function normaliseCode(raw: string, extra?: CatalogueExtra): string {
  return recogniseCode(raw, extra)?.token ?? raw;
}

/** The token that a code means, and the source that says so; null = nothing known. */
export function recogniseCode(raw: string, extra?: CatalogueExtra): { token: string; source: string } | null {
  const text = raw.trim();
  const key = compact(text);
  return (
    (extra && indexOf(extra).byKey.get(key)) ??
    TOKENS.get(key) ??
    NAMES.get(key) ??
    httpStatus(text) ??
    sqlState(text) ??
    qualifiedName(text) ??
    problemType(text)
  );
}

/** What the catalogue says of a code, whatever a node says itself. */
export interface CatalogueSaying {
  readonly token: string;
  readonly class: FailureClass;
  /** Of the row; where people said that the code means the token, theirs. */
  readonly source: string;
  /** People said so: the row, or that the code means its token. */
  readonly added: boolean;
}

/** The catalogue's word on a code as the log has it; null = silent. */
export function catalogueSays(raw: string, extra: CatalogueExtra = {}): CatalogueSaying | null {
  const spelling = indexOf(extra).byKey.get(compact(raw));
  const token = normaliseCode(raw, extra);
  const row = catalogueRow(token, extra);
  if (row === null) return null;
  const added = spelling !== undefined || indexOf(extra).byToken.get(row.token) === row;
  return { token, class: row.class, source: spelling?.source ?? row.source, added };
}

/**
 * How an added row names its code: as the catalogue does where that is a token of its own or an HTTP status in any
 * spelling, else as it was written. A spelling of a token (`ETIMEDOUT`) stays what it is: the row takes it out of there.
 */
export function canonicalToken(code: string): string {
  const text = code.trim();
  return TOKENS.get(compact(text))?.token ?? httpStatus(text)?.token ?? text;
}

/** True for a token of the built-in rows, and for an HTTP status, which all spellings of it lead to. */
export function isBuiltInToken(token: string): boolean {
  return TOKENS.has(compact(token)) || httpStatus(token) !== null;
}

interface ExtraIndex {
  readonly byKey: ReadonlyMap<string, { readonly token: string; readonly source: string }>;
  readonly byToken: ReadonlyMap<string, CatalogueRow>;
}

/** A catalogue of hundreds of rows is asked for every pattern of every node: it is taken apart once. */
const INDEXES = new WeakMap<CatalogueExtra, ExtraIndex>();

function indexOf(extra: CatalogueExtra): ExtraIndex {
  const known = INDEXES.get(extra);
  if (known) return known;
  const { rows = [], aliases = [] } = extra;
  // The first of a kind wins, aliases before rows.
  const byKey = [...aliases.map((alias) => [compact(alias.from), alias] as const), ...rows.map(keyed)].toReversed();
  const index = {
    byKey: new Map<string, { readonly token: string; readonly source: string }>(byKey),
    byToken: new Map(rows.toReversed().map((each) => [each.token, each])),
  };
  INDEXES.set(extra, index);
  return index;
}

function keyed(each: CatalogueRow) {
  return [compact(each.token), each] as const;
}

const BY_TOKEN = new Map(CATALOGUE.map((each) => [each.token, each]));
const TOKENS = new Map(CATALOGUE.map((each) => [compact(each.token), each]));
const NAMES = new Map(ALIASES.map((each) => [compact(each.from), each]));
/** Exception names such as `SocketTimeoutException`; a package or service before them is dropped. */
const TYPE_NAMES = new Map(ALIASES.filter((each) => /^[A-Z]\w*[a-z][A-Z]\w*$/.test(each.from)).map((a) => [a.from, a]));

const HTTP_PREFIX = String.raw`(?:states\.http\.statuscode|https?(?:\/\d(?:\.\d)?)?(?:[\s_-]?(?:error|status|code))*|status(?:[\s_-]?code)?)`;
const HTTP_PREFIXED = new RegExp(String.raw`^${HTTP_PREFIX}[\s_.:=-]*([1-5]\d\d)(?:[\s_:-]+[a-z][a-z '_-]*)?$`, 'i');
const HTTP_BARE = /^([45]\d\d)(?:[\s_:-]+[a-z][a-z '_-]*)?$/i;
const HTTP_CLASS = new RegExp(String.raw`^${HTTP_PREFIX}?[\s_.:=-]*([45])xx$`, 'i');

function httpStatus(text: string) {
  const status = (HTTP_PREFIXED.exec(text) ?? HTTP_BARE.exec(text))?.[1];
  if (status !== undefined) return { token: `http_${status}`, source: 'RFC 9110 §15' };
  const digit = HTTP_CLASS.exec(text)?.[1];
  return digit === undefined ? null : { token: `http_${digit}xx`, source: 'RFC 9110 §15' };
}

/** Without its prefix only where the form is unmistakable: five characters of a listed code or class. */
function sqlState(text: string) {
  const prefixed = /^sqlstate[^0-9a-z]{0,3}([0-9a-z]{5})(?![0-9a-z])/i.exec(text)?.[1];
  const bare = /^[0-9][0-9a-z](?:[0-9]{3}|0[0-9a-z]{2}|p[0-9]{2})$/i.exec(text)?.[0];
  const state = (prefixed ?? bare)?.toUpperCase();
  if (state === undefined) return null;
  return (
    SQLSTATES.find((each) => each.from === state) ?? SQLSTATES.find((each) => each.from === state.slice(0, 2)) ?? null
  );
}

/** `java.net.SocketTimeoutException`, `DynamoDB.ThrottlingException`, `requests.exceptions.ReadTimeout`. */
function qualifiedName(text: string) {
  const name = /^(?:[A-Za-z_]\w*(?:[.$\\]|::))+([A-Z]\w*)$/.exec(text)?.[1];
  return name === undefined ? null : (TYPE_NAMES.get(name) ?? null);
}

const PROBLEM_TYPES = new Map([
  ['timeout', 'timeout'],
  ['authentication', 'auth_failed'],
  ['authorization', 'permission_denied'],
  ['validation', 'validation_failed'],
]);

/** Error types of Serverless Workflow are addresses. */
function problemType(text: string) {
  const name = /^https?:\/\/[^\s/]+\/\S*errors\/([a-z]+)$/.exec(text)?.[1];
  const token = name === undefined ? undefined : PROBLEM_TYPES.get(name);
  return token === undefined ? null : { token, source: 'Serverless Workflow DSL 1.0, Standard error types' };
}

/** What spellings have in common that are one: case, spaces, `_` and `-` do not matter. */
export function compact(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}

function row(token: string, failureClass: FailureClass, source: string): CatalogueRow {
  return { token, class: failureClass, source };
}
