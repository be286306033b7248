'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { passwordChangeSchema, sessionIdSchema } from '@/lib/accounts/schema';
import { tokenIdSchema, tokenSchema } from '@/lib/accounts/token-schema';
import { changePassword, endSession } from '@/lib/people/commands';
import { createToken, revokeToken } from '@/lib/people/token-commands';

const runEnd = action('profile.edit', sessionIdSchema, endSession);
const runPassword = action('profile.edit', passwordChangeSchema, changePassword);
const runCreateToken = action('profile.edit', tokenSchema, createToken);
const runRevokeToken = action('profile.edit', tokenIdSchema, revokeToken);

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

/** Makes a token; the answer holds it, and nothing ever again. */
export async function createTokenAction(input: Parameters<typeof runCreateToken>[0]) {
  const result = await runCreateToken(input);
  if (result.ok) revalidatePath('/profile');
  return result;
}

/** Ends one of one's own tokens. */
export async function revokeTokenAction(input: Parameters<typeof runRevokeToken>[0]) {
  const result = await runRevokeToken(input);
  if (result.ok) revalidatePath('/profile');
  return result;
}
