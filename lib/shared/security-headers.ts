export interface PageSecurity {
  /** Random, new with each request. */
  readonly nonce: string;
  /** The public address is https: browsers are told never to use anything else. */
  readonly https: boolean;
  /** The development server: React and its error overlay need more than the product does. */
  readonly development: boolean;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Headers of every answer of the server. */
export function securityHeaders(https: boolean): Readonly<Record<string, string>> {
  if (!https) return {};
  return {
    'Strict-Transport-Security': `max-age=${YEAR_SECONDS}`,
    // Browsers ignore it, loudly, where the address is not trustworthy.
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/**
 * The content security policy of a page (CSP level 3): scripts and style elements only with the nonce of
 * this request. Style attributes stay allowed: they cannot load a script, and widths of bars are made of them.
 */
export function pagePolicy({ nonce, https, development }: PageSecurity): string {
  const directives = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // A nonce would switch 'unsafe-inline' off again.
    `style-src-elem 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ];
  return directives.join('; ');
}

/** The policy of what is no page: data and files, which load nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
