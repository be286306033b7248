'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { actorNames } from '@/app/_server/actor-names';
import { ok } from '@/lib/shared/result';
import { saveDraft } from '@/lib/workflows/drafts';
import { putBackNodeText } from '@/lib/workflows/preview';
import { publishPolicy } from '@/lib/workflows/publish';
import { getNode } from '@/lib/workflows/queries';
import { nodeEntriesSchema, publishSchema, putBackSchema, saveDraftSchema } from '@/lib/workflows/schema';
import { entriesOf } from './entries';

const runSave = action('policy.edit', saveDraftSchema, saveDraft);
const runPublish = action('policy.publish', publishSchema, publishPolicy);
const runPutBack = action('read', putBackSchema, async (ctx, input) => ok(await putBackNodeText(ctx, input)));
const runRead = action('read', nodeEntriesSchema, async (ctx, { nodeRowId }) => {
  const [node, nameOf] = await Promise.all([getNode(ctx, nodeRowId), actorNames()]);
  return ok(node && entriesOf(node, nameOf));
});

/** What the form of a node begins with now; null = there is no such node any more. Nothing else is fetched anew. */
export async function readEntriesAction(input: Parameters<typeof runRead>[0]) {
  return runRead(input);
}

/** Keeps what is being written on a node. */
export async function saveDraftAction(input: Parameters<typeof runSave>[0]) {
  return runSave(input);
}

/** A node's text as typed, with the platform's part as it is published. */
export async function putBackAction(input: Parameters<typeof runPutBack>[0]) {
  return runPutBack(input);
}

/** Publishes a node's policy into the workflow's text and config. */
export async function publishAction(input: Parameters<typeof runPublish>[0]) {
  const result = await runPublish(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
