'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { ok } from '@/lib/shared/result';
import { discardSkeletonDrafts, draftSkeleton, publishSkeleton } from '@/lib/workflows/skeleton-commands';
import { previewSkeleton } from '@/lib/workflows/skeleton-queries';
import {
  skeletonDraftsSchema,
  skeletonPreviewSchema,
  skeletonPublishSchema,
  skeletonUndoSchema,
} from '@/lib/workflows/skeleton-schema';

const runDrafts = action('policy.edit', skeletonDraftsSchema, draftSkeleton);
const runPublish = action('policy.publish', skeletonPublishSchema, publishSkeleton);
const runUndo = action('policy.edit', skeletonUndoSchema, discardSkeletonDrafts);
const runPreview = action('read', skeletonPreviewSchema, async (ctx, input) => ok(await previewSkeleton(ctx, input)));

/** Keeps the skeleton as a draft on each of the chosen nodes. */
export async function draftSkeletonAction(input: Parameters<typeof runDrafts>[0]) {
  const result = await runDrafts(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Publishes the skeleton on the chosen nodes as one version. */
export async function publishSkeletonAction(input: Parameters<typeof runPublish>[0]) {
  const result = await runPublish(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** Throws away the drafts that were just made, as far as nobody has touched them. */
export async function undoSkeletonAction(input: Parameters<typeof runUndo>[0]) {
  const result = await runUndo(input);
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}

/** One node in full sentences and in lines. */
export async function previewSkeletonAction(input: Parameters<typeof runPreview>[0]) {
  return runPreview(input);
}
