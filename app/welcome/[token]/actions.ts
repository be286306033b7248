'use server';

import { signedOutAction } from '@/app/_server/signed-out-action';
import { joinSchema } from '@/lib/accounts/schema';
import { join } from '@/lib/people/commands';

const run = signedOutAction(joinSchema, join);

/** Follows a one-time link. */
export async function joinAction(input: Parameters<typeof run>[0]) {
  return run(input);
}
