import type { Preset } from '../preset';
import type { PlatformId } from '../vocabulary';
import { dify } from './dify';
import { failpath } from './failpath';

/** The platforms whose tables Failpath knows, in the order in which they are offered. */
export const PRESETS: readonly Preset[] = [failpath, dify];

const BY_ID = new Map(PRESETS.map((preset) => [preset.id, preset]));

/** The preset of a platform. */
export function presetById(id: PlatformId): Preset {
  const preset = BY_ID.get(id);
  if (!preset) throw new Error(`no preset: ${id}`);
  return preset;
}
