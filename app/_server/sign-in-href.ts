/** The sign-in page, that leads back to where somebody was. */
export function signInHref(path: string | null): string {
  const back = safePath(path);
  return back === null ? '/sign-in' : `/sign-in?next=${encodeURIComponent(back)}`;
}

/** A path within this product, or null: never another host, however it is written. */
export function safePath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path)) return null;
  const url = new URL(path, 'http://failpath.invalid');
  // What was resolved is looked at again: `/.//host` becomes `//host`, which browsers take for another host.
  if (url.host !== 'failpath.invalid' || /^\/(\/|sign-in(\/|$))/.test(url.pathname)) return null;
  return `${url.pathname}${url.search}`;
}
