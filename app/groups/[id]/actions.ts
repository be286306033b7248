'use server';

import { revalidatePath } from 'next/cache';
import { action } from '@/app/_server/action';
import { replayDelivery, sendTest } from '@/lib/alerts/delivery-commands';
import { replaySchema, testChannelSchema } from '@/lib/alerts/delivery-schema';
import {
  addChannel,
  changeChannel,
  endOldSigningSecret,
  removeChannel,
  rotateSigningSecret,
  switchChannel,
} from '@/lib/owners/channel-commands';
import {
  channelAddSchema,
  channelChangeSchema,
  channelIdSchema,
  channelRemoveSchema,
  channelSwitchSchema,
} from '@/lib/owners/channel-input';
import type { Result } from '@/lib/shared/result';

const runAdd = action('channel.edit', channelAddSchema, addChannel);
const runChange = action('channel.edit', channelChangeSchema, changeChannel);
const runSwitch = action('channel.edit', channelSwitchSchema, switchChannel);
const runRemove = action('channel.edit', channelRemoveSchema, removeChannel);
const runRotate = action('channel.edit', channelIdSchema, rotateSigningSecret);
const runEndOld = action('channel.edit', channelIdSchema, endOldSigningSecret);
const runTest = action('channel.edit', testChannelSchema, sendTest);
const runReplay = action('channel.edit', replaySchema, replayDelivery);

/** Adds a channel to a group; answers a webhook's signing secret, this once. */
export async function addChannelAction(input: Parameters<typeof runAdd>[0]) {
  return shown(await runAdd(input));
}

/** Saves a channel. */
export async function changeChannelAction(input: Parameters<typeof runChange>[0]) {
  return shown(await runChange(input));
}

/** Switches a channel on or off. */
export async function switchChannelAction(input: Parameters<typeof runSwitch>[0]) {
  return shown(await runSwitch(input));
}

/** Takes a channel away. */
export async function removeChannelAction(input: Parameters<typeof runRemove>[0]) {
  return shown(await runRemove(input));
}

/** Makes a webhook's next signing secret; answers it, this once. */
export async function rotateSecretAction(input: Parameters<typeof runRotate>[0]) {
  return shown(await runRotate(input));
}

/** Ends a webhook's old signing secret. */
export async function endOldSecretAction(input: Parameters<typeof runEndOld>[0]) {
  return shown(await runEndOld(input));
}

/** Sends a test message; what becomes of it is asked for by its id. */
export async function testChannelAction(input: Parameters<typeof runTest>[0]) {
  return runTest(input);
}

/** Sends again what could not be delivered. */
export async function resendAction(input: Parameters<typeof runReplay>[0]) {
  return shown(await runReplay(input));
}

/** How a group is told stands beside its name on many pages. */
function shown<T, E>(result: Result<T, E>): Result<T, E> {
  if (result.ok) revalidatePath('/', 'layout');
  return result;
}
