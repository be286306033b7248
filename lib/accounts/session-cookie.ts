/** Name of the session's cookie. `__Host-`: bound to this very host, its root path and https; no neighbour can set it. */
export function sessionCookie(https: boolean): string {
  return https ? '__Host-failpath_session' : 'failpath_session';
}
