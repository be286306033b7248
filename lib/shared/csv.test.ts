import { describe, expect, it } from 'vitest';
import { csvHead, csvRows } from './csv';

const line = (...cells: (string | number | null)[]) => csvRows([cells]);

describe('csvRows', () => {
  it.each([
    ['=1+1', `'=1+1\r\n`],
    ["=cmd|' /C calc'!A0", `'=cmd|' /C calc'!A0\r\n`],
    ['+49 30', `'+49 30\r\n`],
    ['-1', `'-1\r\n`],
    ['@SUM(A1)', `'@SUM(A1)\r\n`],
    ['\t=1', `'\t=1\r\n`],
    ['\r=1', `"'\r=1"\r\n`],
    ['＝1+1', `'＝1+1\r\n`],
    ['a=1', 'a=1\r\n'],
    ['a "quoted" word', '"a ""quoted"" word"\r\n'],
    ['one, two', '"one, two"\r\n'],
    ['two\nlines', '"two\nlines"\r\n'],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"\r\n`],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>\r\n'],
    ['支付超时 😀', '支付超时 😀\r\n'],
  ])('%j is written as %j', (cell, expected) => {
    expect(line(cell)).toBe(expected);
  });

  it('leaves numbers numbers, and null and an empty text empty', () => {
    expect(line(-1.5, 0, 12345, null, '', 'x')).toBe('-1.5,0,12345,,,x\r\n');
  });

  it('has a line end after each row, and nothing without rows', () => {
    expect(csvRows([['a'], ['b']])).toBe('a\r\nb\r\n');
    expect(csvRows([])).toBe('');
  });
});

it('csvHead begins with a byte order mark, defused like any row', () => {
  expect(csvHead(['Node', '=x'])).toBe(`\ufeffNode,'=x\r\n`);
});
