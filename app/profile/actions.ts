'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { passwordChangeSchema, sessionIdSchema } from '@/lib/accounts/schema';
import { changePassword, endSession } from '@/lib/people/commands';

const runEnd = action('profile.edit', sessionIdSchema, endSession);
const runPassword = action('profile.edit', passwordChangeSchema, changePassword);

/** Ends one of one's own sessions. */
export async function endSessionAction(input: Parameters<typeof runEnd>[0]) {
  const result = await runEnd(input);
  if (result.ok) revalidatePath('/profile');
  return result;
}

/** Changes one's own password. */
export async function changePasswordAction(input: Parameters<typeof runPassword>[0]) {
  const result = await runPassword(input);
  if (result.ok) revalidatePath('/profile');
  return result;
}
