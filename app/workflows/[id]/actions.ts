'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { setEngineVersion } from '@/lib/workflows/engine-version-commands';
import { engineVersionSchema } from '@/lib/workflows/schema';

const run = action('workflow.import', engineVersionSchema, setEngineVersion);

/** Says which version of its engine runs a workflow. */
export async function setEngineVersionAction(input: Parameters<typeof run>[0]) {
  const result = await run(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
