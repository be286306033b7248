import { describe, expect, it } from 'vitest';
import en from '@/lib/i18n/messages/en/guide.json';
import zh from '@/lib/i18n/messages/zh-CN/guide.json';
import { GUIDE_STEPS, placeOf, stepBeside, stepOf } from './steps';

describe('the guide', () => {
  it('has words for each step in both languages, and no others', () => {
    const ids = GUIDE_STEPS.map(({ id }) => id);
    expect(Object.keys(en.steps)).toEqual(ids);
    expect(Object.keys(zh.steps)).toEqual(ids);
  });

  it.each([
    ['/nodes', 'nodes'],
    ['/nodes/8c4f', 'node'],
    ['/nodes/8c4f/versions', null],
    ['/workflows', null],
    ['/workflows/8c4f', 'workflow'],
    ['/failures', null],
  ])('%s is %s', (path, place) => expect(placeOf(path)).toBe(place));

  it('goes through all steps and stays at the ends', () => {
    const [first] = GUIDE_STEPS;
    if (!first) throw new Error('no steps');
    const seen = GUIDE_STEPS.reduce((walked) => [...walked, stepBeside(walked.at(-1) ?? first, 1)], [first]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(GUIDE_STEPS.length);
    expect(seen.at(-1)?.id).toBe('done');
    expect(stepBeside(first, -1)).toBe(first);
  });

  it('takes an unknown step as none', () => expect(stepOf('somewhere')).toBeNull());
});
