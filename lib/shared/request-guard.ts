/** What the guard looks at. Header names are in lower case; a header that is not there is null. */
export interface GuardedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly header: (name: string) => string | null;
}

export interface GuardSettings {
  /** Origin under which people reach Failpath; null when nobody said. */
  readonly publicOrigin: string | null;
  /** The server listens on the loopback interface only. */
  readonly loopback: boolean;
}

/** Why a request goes no further. */
export type GuardRefusal =
  | { readonly reason: 'cross_site' | 'strange_host' | 'length_required' }
  | { readonly reason: 'too_large'; readonly limit: number };

const MEGABYTE = 1024 * 1024;
const DEFAULT_LIMIT = MEGABYTE;
/** Two files of 5 MB each come as base64, which is a third longer; ingest takes 10,000 steps. */
const LIMITS: readonly { readonly path: RegExp; readonly limit: number }[] = [
  { path: /^\/import\/?$/, limit: 24 * MEGABYTE },
  // An archive of 24 MB, and what stands around it; the names of 5,000 files.
  { path: /^\/api\/import-batches\/[^/]+\/files\/?$/, limit: 25 * MEGABYTE },
  { path: /^\/api\/import-batches\/?$/, limit: 4 * MEGABYTE },
  { path: /^\/api\/v1\/workflows(\/preview)?\/?$/, limit: 24 * MEGABYTE },
  { path: /^\/api\/v1\/run-steps\/?$/, limit: 16 * MEGABYTE },
];

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** How many bytes the body of a request to this path may have. */
export function bodyLimit(path: string): number {
  return LIMITS.find((each) => each.path.test(path))?.limit ?? DEFAULT_LIMIT;
}

/**
 * Refuses what may not change anything whoever asks: requests that another site makes with the cookies of this
 * one (CSRF; Sec-Fetch-Site, else Origin), and bodies that are too long. Null = may pass.
 */
export function guardRequest(request: GuardedRequest, settings: GuardSettings): GuardRefusal | null {
  if (SAFE_METHODS.has(request.method)) return null;
  return judgeLength(request) ?? judgeHost(request, settings) ?? judgeSite(request, settings);
}

function judgeLength({ path, header }: GuardedRequest): GuardRefusal | null {
  const limit = bodyLimit(path);
  const length = header('content-length');
  // Operations of the API count a body of unknown length while they read it.
  const counted = path.startsWith('/api/v1/') || header('transfer-encoding') === null;
  if (length === null) return counted ? null : { reason: 'length_required' };
  return /^\d+$/.test(length) && Number(length) <= limit ? null : { reason: 'too_large', limit };
}

/**
 * On loopback, a name of somebody else's that leads here (DNS rebinding) is refused: for the browser, a page of
 * that name and this server are one site.
 */
function judgeHost({ header }: GuardedRequest, { loopback, publicOrigin }: GuardSettings): GuardRefusal | null {
  const host = header('host') ?? '';
  if (!loopback || LOOPBACK_NAME.test(host) || host.toLowerCase() === hostOf(publicOrigin)) return null;
  return { reason: 'strange_host' };
}

function judgeSite({ header }: GuardedRequest, { publicOrigin }: GuardSettings): GuardRefusal | null {
  const refusal: GuardRefusal = { reason: 'cross_site' };
  const [site, origin, cookie] = [header('sec-fetch-site'), header('origin'), header('cookie')];
  // What does not come with a cookie cannot be sent in somebody's name: a token is known to who wrote the request.
  if (cookie === null && /^bearer /i.test(header('authorization') ?? '')) return null;
  if (site !== null) return site === 'same-origin' || site === 'none' ? null : refusal;
  // Browsers leave Sec-Fetch-Site away on plain http; every one sends Origin with what changes something.
  if (origin !== null) return isOwnOrigin(origin, header('host'), publicOrigin) ? null : refusal;
  return cookie === null ? null : refusal;
}

/** The scheme is not compared: behind a proxy that ends https, this server sees plain http. */
function isOwnOrigin(origin: string, host: string | null, publicOrigin: string | null): boolean {
  const asking = hostOf(origin);
  return asking !== null && (asking === host?.toLowerCase() || asking === hostOf(publicOrigin));
}

function hostOf(origin: string | null): string | null {
  return origin !== null && URL.canParse(origin) ? new URL(origin).host || null : null;
}
