import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from './duration';

describe('parseDuration', () => {
  test.each([
    ['500ms', 500],
    ['5s', 5_000],
    ['1m', 60_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1m30s', 90_000],
    ['1d2h3m4s5ms', 93_784_005],
    ['1.5s', 1_500],
    ['0.1s', 100],
    ['1.1s', 1_100],
    ['0s', 0],
    ['PT5S', 5_000],
    ['PT0.25S', 250],
    ['PT1M30S', 90_000],
    ['P1DT2H', 93_600_000],
    ['P1D', 86_400_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    '',
    '5',
    '5 parsecs',
    '5 s',
    '-5s',
    '1e3s',
    '30s1m',
    '5s5s',
    '1w',
    'P',
    'PT',
    'P1DT',
    'P1W',
    'P1M',
    'pt5s',
    'Infinity',
    '.5s',
    '5S',
    'constructor',
  ])('%j is no duration', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test.each(['0.5ms', '0.0001s', '1.0000000000000000000001s', `0.${'3'.repeat(60)}s`])(
    '%s would have to be rounded',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  test('is quick and silent on absurd lengths', () => {
    expect(parseDuration(`${'9'.repeat(1_000_000)}s`)).toBeNull();
    expect(parseDuration('99999999999999999d')).toBeNull();
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0s'],
    [90_000, '1m30s'],
    [75_000, '1m15s'],
    [86_400_000, '1d'],
    [1, '1ms'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test('is read back as the same length', () => {
    fc.assert(fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (ms) => parseDuration(formatDuration(ms)) === ms));
  });
});
