import { describe, expect, it } from 'vitest';
import { examplesOf, jsonOf, samplesOf } from './sample-value';

const SAMPLE = {
  columns: [
    { name: 'id', type: 'text' },
    { name: 'data', type: 'jsonb' },
  ],
  rows: [
    ['a', '{}'],
    ['a', '{"error":{"code":"E1","list":[1,{"x":null}]}}'],
    [null, '{"error":{"code":503}}'],
    ['b'.repeat(80), 'no json'],
  ],
};

describe('samples', () => {
  it('of a column', () => {
    expect(samplesOf(SAMPLE, 'id')).toHaveLength(3);
    expect(samplesOf(SAMPLE, 'gone')).toEqual([]);
    expect(examplesOf(SAMPLE, { column: 'id', path: '' })).toEqual(['a', `${'b'.repeat(60)}…`]);
  });

  it('of a place within its JSON', () => {
    expect(examplesOf(SAMPLE, { column: 'data', path: 'error.code' })).toEqual(['E1', '503']);
    expect(examplesOf(SAMPLE, { column: 'data', path: 'error.list[0]' })).toEqual(['1']);
    expect(examplesOf(SAMPLE, { column: 'data', path: 'error.list[1].x' })).toEqual([]);
    expect(examplesOf(SAMPLE, { column: 'data', path: 'constructor' })).toEqual([]);
    expect(examplesOf(SAMPLE, { column: 'data', path: 'a..b' })).toEqual([]);
  });

  it('to pick from: the first with something in it', () => {
    expect(jsonOf(SAMPLE, 'data')).toHaveProperty('error.code', 'E1');
    expect(jsonOf(SAMPLE, 'id')).toBeUndefined();
  });
});
