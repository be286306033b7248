import { describe, expect, it } from 'vitest';
import { excerptAt } from './excerpt';

const at = (text: string, part: string, line = 1) => {
  const start = text.indexOf(part);
  return { line, column: 1, start, end: start + part.length };
};

describe('excerptAt', () => {
  it('cuts the line of the place in three', () => {
    const text = 'a: 1\n  maxAttempts: 0 # none\nb: 2\n';
    expect(excerptAt(text, at(text, '0', 2))).toEqual({
      line: 2,
      before: '  maxAttempts: ',
      marked: '0',
      after: ' # none',
      cutLeft: false,
      cutRight: false,
    });
  });

  it('marks no more than the line, whatever the range', () => {
    const text = 'first: [\n  1\n]';
    const place = { line: 1, column: 8, start: 7, end: text.length };
    expect(excerptAt(text, place)).toMatchObject({ before: 'first: ', marked: '[', after: '' });
  });

  it('leaves the carriage return and the byte order mark out', () => {
    expect(excerptAt('\uFEFFname: x\r\ny', { line: 1, column: 7, start: 7, end: 8 })).toMatchObject({
      before: 'name: ',
      marked: 'x',
      after: '',
    });
  });

  it('has an empty mark at the end of a line', () => {
    expect(excerptAt('{"a": 1\n', { line: 1, column: 8, start: 7, end: 7 })).toMatchObject({ marked: '', after: '' });
    expect(excerptAt('', { line: 1, column: 1, start: 0, end: 0 })).toMatchObject({ before: '', marked: '' });
  });

  it('shows a part of a very long line', () => {
    const text = `${'x'.repeat(500)}BAD${'y'.repeat(500)}`;
    const cut = excerptAt(text, at(text, 'BAD'));
    expect(cut).toMatchObject({ marked: 'BAD', cutLeft: true, cutRight: true });
    expect(cut?.before).toHaveLength(60);
    expect(cut?.after).toHaveLength(60);
  });

  it('is null when the place belongs to another text', () => {
    expect(excerptAt('short', { line: 9, column: 1, start: 400, end: 401 })).toBeNull();
  });
});
