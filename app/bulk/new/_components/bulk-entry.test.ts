import { expect, it } from 'vitest';
import { changesOf, EMPTY_ENTRY, NO_CODE, SCHEDULE, twiceNamed } from './bulk-entry';

const ALL = { owner: true, classify: true, retry: true, silence: true };

it('makes only the changes that are switched on', () => {
  expect(changesOf(EMPTY_ENTRY)).toEqual([]);
  expect(changesOf({ ...EMPTY_ENTRY, on: ALL, codes: [{ code: ' x ', class: 'transient', reason: ' ' }] })).toEqual([
    { kind: 'owner', owner: null },
    { kind: 'classify', code: 'x', class: 'transient' },
    { kind: 'retry', retry: SCHEDULE },
    { kind: 'silence', silence: '30m' },
  ]);
});

it('keeps what is typed as it is typed, and takes an empty silence for the usual one', () => {
  const on = { ...ALL, owner: false, classify: false, retry: false };
  expect(changesOf({ ...EMPTY_ENTRY, on, silence: 'long' })).toEqual([{ kind: 'silence', silence: 'long' }]);
  expect(changesOf({ ...EMPTY_ENTRY, on, silence: '' })).toEqual([{ kind: 'silence', silence: null }]);
});

it('finds a code that is named twice', () => {
  const codes = [NO_CODE, { ...NO_CODE, code: 'a' }, NO_CODE, { ...NO_CODE, code: 'a ' }];
  expect(twiceNamed({ ...EMPTY_ENTRY, on: ALL, codes })).toBe(3);
  expect(twiceNamed({ ...EMPTY_ENTRY, codes })).toBeNull();
});
