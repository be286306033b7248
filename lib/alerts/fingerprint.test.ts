import { describe, expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint';

const KEY = { sourceId: 's', workflowId: 'w', nodeId: 'n', errorCode: 'timeout' };

describe('fingerprintOf', () => {
  test('is the same for ever', () => {
    // printf '["s","w","n","timeout"]' | sha256sum
    expect(fingerprintOf(KEY)).toBe('c070aedcad71b7db8fbc4961da764b00');
  });

  test('differs with each part', () => {
    const others = [
      { ...KEY, sourceId: 't' },
      { ...KEY, workflowId: 't' },
      { ...KEY, nodeId: 't' },
      { ...KEY, errorCode: 't' },
    ];
    expect(new Set([KEY, ...others].map(fingerprintOf)).size).toBe(5);
  });

  test('no code is none of the texts that look like it', () => {
    const codes = [null, 'null', '', 'NULL'];
    expect(new Set(codes.map((errorCode) => fingerprintOf({ ...KEY, errorCode }))).size).toBe(4);
  });

  test('parts do not flow into each other', () => {
    const shifted = { ...KEY, workflowId: 'w","n', nodeId: '' };
    expect(fingerprintOf(shifted)).not.toBe(fingerprintOf({ ...KEY, workflowId: 'w', nodeId: 'n","' }));
  });
});
