const YEAR_S = 31_536_000;

/** Remembers a preference of the reader on this browser for a year. */
export function setCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in every browser that we support
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_S}; samesite=lax`;
}
