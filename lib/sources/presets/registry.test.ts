import { expect, test } from 'vitest';
import en from '@/lib/i18n/messages/en/sources.json';
import zh from '@/lib/i18n/messages/zh-CN/sources.json';
import { STEP_STATUSES } from '@/lib/model/step-status';
import { PLATFORMS } from '../vocabulary';
import { PRESETS, presetById } from './registry';

test('there is a preset of each platform, under its own name', () => {
  expect(PRESETS.map(({ id }) => id)).toEqual([...PLATFORMS]);
  for (const id of PLATFORMS) expect(presetById(id).id).toBe(id);
});

test('every note of a platform is said in both languages, and none that no platform has', () => {
  const notes = new Set(PRESETS.flatMap((preset) => preset.notes));
  expect(Object.keys(en.notes).sort()).toEqual([...notes].sort());
  expect(Object.keys(zh.notes).sort()).toEqual([...notes].sort());
  expect(Object.keys(en.platforms).sort()).toEqual([...PLATFORMS].sort());
  expect(Object.keys(zh.platforms).sort()).toEqual([...PLATFORMS].sort());
});

test('a platform into which nothing is written back says why', () => {
  for (const { id, writeBack, notes } of PRESETS) if (writeBack === 'export') expect(notes, id).not.toEqual([]);
});

test('a platform whose workflows are code is known by what ran', () => {
  for (const { id, definitions, seenNodes } of PRESETS) expect(definitions === null, id).toBe(seenNodes !== null);
});

test('each preset knows statuses that succeed, that fail and that run', () => {
  for (const { id, statuses } of PRESETS) {
    const meanings = Object.values(statuses);
    for (const each of ['succeeded', 'failed', 'running'] as const) expect(meanings, id).toContain(each);
    for (const each of meanings) expect([...STEP_STATUSES, 'left_out'], id).toContain(each);
  }
});
