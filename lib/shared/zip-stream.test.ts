import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipStream } from './zip-stream';

it('files come out as they went in, piece by piece', async () => {
  const modified = new Date('2026-11-20T08:00:00Z');
  const asked: string[] = [];
  const files = async function* () {
    for (const path of ['a.yaml', '订单/b.json', 'empty.yaml']) {
      asked.push(path);
      yield { path, content: path === 'empty.yaml' ? '' : `text of ${path} `.repeat(500), modified };
    }
  };
  const pieces: Uint8Array[] = [];
  const stream = zipStream(files());
  for await (const piece of stream) {
    if (pieces.length === 0) expect(asked).toEqual(['a.yaml']);
    pieces.push(piece);
  }
  const texts = Object.entries(unzipSync(Buffer.concat(pieces))).map(([path, bytes]) => [
    path,
    Buffer.from(bytes).toString(),
  ]);
  expect(Object.fromEntries(texts)).toEqual({
    'a.yaml': 'text of a.yaml '.repeat(500),
    '订单/b.json': 'text of 订单/b.json '.repeat(500),
    'empty.yaml': '',
  });
  expect(Buffer.concat(pieces).length).toBeLessThan(2_000);
});
