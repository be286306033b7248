'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { restoreSchema } from '@/lib/workflows/version-schema';
import { restoreVersion } from '@/lib/workflows/versions-commands';

const runRestore = action('policy.publish', restoreSchema, restoreVersion);

/** Publishes the policies that the chosen nodes had in an earlier version. */
export async function restoreAction(input: Parameters<typeof runRestore>[0]) {
  const result = await runRestore(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
