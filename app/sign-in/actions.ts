'use server';

import { headers } from 'next/headers';
import { getAuth } from '@/app/_server/auth';
import { optionalContext } from '@/app/_server/context';
import { signedOutAction } from '@/app/_server/signed-out-action';
import { signInSchema } from '@/lib/accounts/schema';
import { signIn, signOut } from '@/lib/people/sign-in-commands';

const run = signedOutAction(signInSchema, (ctx, input) => signIn({ ...ctx, auth: getAuth() }, input));

/** Signs this browser in. */
export async function signInAction(input: Parameters<typeof run>[0]) {
  return run(input);
}

/** Signs this browser out; nothing happens where nobody is signed in. */
export async function signOutAction(): Promise<void> {
  const ctx = await optionalContext();
  if (ctx) await signOut(ctx);
  await getAuth().api.signOut({ headers: await headers() });
}
