import 'server-only';
import { nextCookies } from 'better-auth/next-js';
import { type Auth, createAuth } from '@/lib/accounts/auth';
import { getDb } from '@/lib/db/client';
import { publicAddress, readEnvironment } from '@/lib/env';
import { derive } from '@/lib/secrets/derive';
import { currentKeyring } from '@/lib/secrets/keyring-store';

declare global {
  var failpathAuth: Auth | undefined;
}

/** The sign-in library of the web process; kept over reloads of modules in development. */
export function getAuth(): Auth {
  globalThis.failpathAuth ??= createAuth(getDb(), {
    secret: derive(currentKeyring(), 'session'),
    baseUrl: publicAddress(readEnvironment()),
    plugins: [nextCookies()],
  });
  return globalThis.failpathAuth;
}
