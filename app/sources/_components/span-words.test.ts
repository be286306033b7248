import { expect, it } from 'vitest';
import { spanOf } from './span-words';

it.each([
  [30, { unit: 'seconds', count: 30 }],
  [60, { unit: 'minutes', count: 1 }],
  [90, { unit: 'seconds', count: 90 }],
  [3_600, { unit: 'hours', count: 1 }],
  [86_400, { unit: 'days', count: 1 }],
  [604_800, { unit: 'days', count: 7 }],
])('%d seconds', (seconds, span) => {
  expect(spanOf(seconds)).toEqual(span);
});
