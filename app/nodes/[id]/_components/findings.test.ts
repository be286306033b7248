import { expect, test } from 'vitest';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { findingsOf } from './findings';

const at = (start: number) => ({ line: 1, column: start + 1, start, end: start + 1 });
const ofPolicy: Diagnostic = { code: 'duration', severity: 'error', path: ['retry', 'maxInterval'] };
const preview = { text: 'as read', ofText: [], ofPolicy: [{ ...ofPolicy, place: at(3) }] };
const field: Diagnostic = { code: 'text_unstorable', severity: 'error', path: ['owner'] };
const inText: Diagnostic = { code: 'text_unstorable', severity: 'error', place: at(5) };

test('what is said of the policy has its place in the text', () => {
  expect(findingsOf({ judged: [ofPolicy], preview, unkept: [], text: 'as read' })).toEqual({
    ofForm: [ofPolicy],
    ofText: [],
    marked: { of: 'as read', list: preview.ofPolicy },
    problems: [{ ...ofPolicy, place: at(3) }],
  });
});

test('what cannot be kept stands at its field and forbids to publish', () => {
  const found = findingsOf({ judged: [], preview, unkept: [field], text: 'as read' });
  expect(found.ofForm).toEqual([field]);
  expect(found.problems).toEqual([field]);
});

test('a text that cannot be kept is marked as it is now, whatever was said of the one before', () => {
  const found = findingsOf({ judged: [ofPolicy], preview, unkept: [inText], text: 'typed\0' });
  expect(found.ofText).toEqual([inText]);
  expect(found.marked).toEqual({ of: 'typed\0', list: [inText] });
  expect(found.problems).toEqual([inText, ofPolicy]);
  expect(findingsOf({ judged: [], preview: null, unkept: [inText], text: 'typed\0' }).marked.list).toEqual([inText]);
});
