'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { inviteSchema, personAccessSchema, personIdSchema, personRoleSchema } from '@/lib/accounts/schema';
import { publicAddress, readEnvironment } from '@/lib/env';
import {
  invitePerson,
  type OneTimeLink,
  resetPassword,
  setAccess,
  setRole,
  withdrawInvitation,
} from '@/lib/people/commands';

const runInvite = action('people.edit', inviteSchema, invitePerson);
const runReset = action('people.edit', personIdSchema, resetPassword);
const runWithdraw = action('people.edit', personIdSchema, withdrawInvitation);
const runRole = action('people.edit', personRoleSchema, setRole);
const runAccess = action('people.edit', personAccessSchema, setAccess);

const addressOf = ({ token }: OneTimeLink) => `${publicAddress(readEnvironment())}/welcome/${token}`;

/** Invites somebody; the answer holds the link, which is shown once. */
export async function inviteAction(input: Parameters<typeof runInvite>[0]) {
  const result = await runInvite(input);
  if (!result.ok) return result;
  revalidatePath('/people');
  return { ok: true, value: addressOf(result.value) } as const;
}

/** Makes a link for a new password, which is shown once. */
export async function resetAction(input: Parameters<typeof runReset>[0]) {
  const result = await runReset(input);
  return result.ok ? ({ ok: true, value: addressOf(result.value) } as const) : result;
}

/** Takes an open invitation back. */
export async function withdrawAction(input: Parameters<typeof runWithdraw>[0]) {
  const result = await runWithdraw(input);
  if (result.ok) revalidatePath('/people');
  return result;
}

/** Gives another role. */
export async function roleAction(input: Parameters<typeof runRole>[0]) {
  const result = await runRole(input);
  if (result.ok) revalidatePath('/people');
  return result;
}

/** Shuts somebody out, or lets them in again. */
export async function accessAction(input: Parameters<typeof runAccess>[0]) {
  const result = await runAccess(input);
  if (result.ok) revalidatePath('/people');
  return result;
}
