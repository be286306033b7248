import { expect, it } from 'vitest';
import { STANDARD_PARTS } from '@/lib/policy/vocabulary';
import { readStandardChoice, STANDARD_STANDINGS, standingOf, writeStandardChoice } from './standard-choice';

it('a link says what it was made of, whatever dots the slug has', () => {
  for (const part of [null, ...STANDARD_PARTS])
    for (const standing of STANDARD_STANDINGS)
      for (const group of ['ops', 'all', 'a.retry.b']) {
        const choice = { group, part, standing };
        expect(readStandardChoice(writeStandardChoice(choice))).toEqual(choice);
      }
});

it.each(['', 'deviates', 'deviates.retry', 'deviates.retry.', 'likes.retry.ops', 'agrees.owner.ops'])(
  'a link that makes no sense asks for nothing: %s',
  (text) => expect(readStandardChoice(text)).toBeNull(),
);

it('one part that deviates outweighs what is excused', () => {
  const state = { deviates: ['silence'], excused: ['retry'] } as const;
  expect(standingOf(state, null)).toBe('deviates');
  expect(standingOf(state, 'retry')).toBe('excused');
  expect(standingOf(state, 'notify')).toBe('agrees');
  expect(standingOf({ ...state, deviates: [] }, null)).toBe('excused');
  expect(standingOf({ deviates: [], excused: [] }, null)).toBe('agrees');
});
