import { expect, test } from 'vitest';
import { pack, unpack } from './packed';

test('what is packed comes back equal', () => {
  const rows = [{ id: 'a', name: '支付 </script> "x"', rate: null, counts: [0, 1.5], owner: { name: '\u2028' } }];
  expect(unpack(pack(rows))).toEqual(rows);
});
