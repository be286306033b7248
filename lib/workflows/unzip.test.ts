import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type TestEntry, zipOf } from './testing/zip';
import { MAX_ZIP_ENTRIES, unzip } from './unzip';

const bytes = (text: string) => new TextEncoder().encode(text);

/** What becomes of each file: its text, or why it is not taken. */
function outcomes(archive: Uint8Array): Record<string, string> {
  const files = unzip(archive);
  if (!files.ok) return { '': files.error.reason };
  return Object.fromEntries(
    files.value.map(({ path, read }) => {
      const content = read();
      return [path, content.ok ? new TextDecoder().decode(content.value) : `refused: ${content.error.reason}`];
    }),
  );
}
const outcomeOf = (entry: Partial<TestEntry>) =>
  Object.values(outcomes(zipOf([{ name: 'a.yaml', content: 'a', ...entry }])));

describe('an archive', () => {
  it('gives its files byte for byte, without its folders', () => {
    const archive = zipSync({
      'a.yaml': bytes('a: 1\n'),
      flows: { '订单.yaml': [bytes('b'.repeat(9_000)), { level: 0 }] },
    });
    expect(outcomes(archive)).toEqual({ 'a.yaml': 'a: 1\n', 'flows/订单.yaml': 'b'.repeat(9_000) });
    expect(
      outcomes(
        zipOf([
          { name: 'x\\y.yaml', content: 'y' },
          { name: './z.yaml', content: 'z' },
          { name: 'd/', content: '' },
        ]),
      ),
    ).toEqual({ 'x/y.yaml': 'y', 'z.yaml': 'z' });
  });

  it('is read behind a comment, and refused where it has no directory, or one that is cut', () => {
    const archive = zipOf([{ name: 'a.yaml', content: 'a' }]);
    const commented = Buffer.concat([archive, Buffer.from('PK\x05\x06 says hello')]);
    commented.writeUInt16LE(commented.length - archive.length, archive.length - 2);
    expect(outcomes(commented)).toEqual({ 'a.yaml': 'a' });
    for (const damaged of [bytes('not an archive'), new Uint8Array(), archive.subarray(0, -1), archive.subarray(20)])
      expect(outcomes(damaged)).toEqual({ '': 'zip_damaged' });
  });

  it('with too many entries is refused unread', () => {
    const entries = Array.from({ length: MAX_ZIP_ENTRIES + 1 }, (_, index) => ({
      name: `${index}`,
      content: '',
      method: 0,
    }));
    expect(outcomes(zipOf(entries))).toEqual({ '': 'zip_entries' });
  });
});

describe('an entry', () => {
  it.each([
    ['../up.yaml', 'path_outside'],
    ['a/../../up.yaml', 'path_outside'],
    ['..\\up.yaml', 'path_outside'],
    ['/etc/passwd.yaml', 'path_outside'],
    ['C:\\up.yaml', 'path_outside'],
    ['a//b.yaml', 'path_bad'],
    ['a\u0000b.yaml', 'path_bad'],
    [`${'long'.repeat(300)}.yaml`, 'path_bad'],
    ['more.zip', 'zip_in_zip'],
  ])('called %j is refused', (name, reason) => {
    expect(outcomeOf({ name })).toEqual([`refused: ${reason}`]);
  });

  it('whose name is not UTF-8 is refused, with the nearest that can be shown', () => {
    const gbk = Buffer.from([0xb6, 0xa9, 0xb5, 0xa5, ...bytes('.yaml')]);
    expect(outcomes(zipOf([{ name: gbk, content: 'a', flags: 0 }]))).toEqual({ '订单.yaml': 'refused: name_encoding' });
    expect(outcomeOf({ name: Buffer.from([0xff, 0x2e]), flags: 0x0800 })).toEqual(['refused: name_encoding']);
  });

  it('that is a link, has a password, is packed otherwise, or is called as another is refused', () => {
    expect(outcomeOf({ mode: 0xa1ff, content: '/etc/passwd' })).toEqual(['refused: link']);
    expect(outcomeOf({ flags: 0x0801 })).toEqual(['refused: encrypted']);
    expect(outcomeOf({ method: 12 })).toEqual(['refused: packing']);
    const twice = { name: 'a.yaml', content: 'a' };
    expect(outcomes(zipOf([twice, twice]))).toEqual({ 'a.yaml': 'a', 'a.yaml (2)': 'refused: name_twice' });
  });

  it('has the size and the checksum that were said, or is refused; not more than that is unpacked', () => {
    const bomb = 'x'.repeat(4 * 1024 * 1024);
    expect(outcomeOf({ content: bomb, size: 10 })).toEqual(['refused: entry_damaged']);
    expect(outcomeOf({ content: 'abc', size: 10 })).toEqual(['refused: entry_damaged']);
    expect(outcomeOf({ content: 'abc', crc: 1 })).toEqual(['refused: entry_damaged']);
    expect(outcomeOf({ content: bomb, size: 6 * 1024 * 1024 })).toEqual(['refused: too_large']);
  });

  it('that goes beyond what all may have together is refused, and the ones before it are not', () => {
    const said = { content: 'a', size: 4 * 1024 * 1024 };
    const archive = zipOf(Array.from({ length: 26 }, (_, index) => ({ name: `${index}.yaml`, ...said })));
    const files = unzip(archive);
    const refused = files.ok ? files.value.filter(({ refusal }) => refusal?.reason === 'zip_total') : [];
    expect(refused.map(({ path }) => path)).toEqual(['25.yaml']);
  });
});
