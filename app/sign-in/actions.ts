'use server';

import { headers } from 'next/headers';
import { getAuth } from '@/app/_server/auth';
import { signedOutAction } from '@/app/_server/signed-out-action';
import { signInSchema } from '@/lib/accounts/schema';
import { signIn } from '@/lib/people/sign-in-commands';

const run = signedOutAction(signInSchema, (ctx, input) => signIn({ ...ctx, auth: getAuth() }, input));

/** Signs this browser in. */
export async function signInAction(input: Parameters<typeof run>[0]) {
  return run(input);
}

/** Signs this browser out; nothing happens where nobody is signed in. */
export async function signOutAction(): Promise<void> {
  await getAuth().api.signOut({ headers: await headers() });
}
