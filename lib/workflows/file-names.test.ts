import { describe, expect, it } from 'vitest';
import { pairFiles } from './file-names';

const files = (...names: string[]) => names.map((name) => ({ name }));

describe('pairFiles', () => {
  it('takes one file alone as the definition, whatever its name', () => {
    const [file] = files('orders.failpath.yaml');
    expect(pairFiles(files('orders.failpath.yaml'))).toEqual({ kind: 'pair', definition: file, sidecar: null });
  });

  it.each([
    ['orders.asl.json', 'orders.asl.failpath.yaml'],
    ['orders.asl.json', 'orders.asl.failpath.yml'],
    ['Orders.JSON', 'orders.failpath.yaml'],
  ])('pairs %s with %s in either order', (definition, sidecar) => {
    const expected = { kind: 'pair', definition: { name: definition }, sidecar: { name: sidecar } };
    expect(pairFiles(files(definition, sidecar))).toEqual(expected);
    expect(pairFiles(files(sidecar, definition))).toEqual(expected);
  });

  it('names the sidecar that a definition would have', () => {
    expect(pairFiles(files('other.failpath.yaml', 'orders.json'))).toEqual({
      kind: 'strange_sidecar',
      found: 'other.failpath.yaml',
      expected: 'orders.failpath.yaml',
    });
  });

  it.each([
    ['two definitions', files('a.json', 'b.json')],
    ['two canonical files', files('a.failpath.yaml', 'b.failpath.yaml')],
    ['three files', files('a.json', 'a.failpath.yaml', 'b.json')],
  ])('refuses %s', (_, several) => {
    expect(pairFiles(several)).toEqual({ kind: 'several', count: several.length });
  });

  it('says when there is nothing', () => {
    expect(pairFiles([])).toEqual({ kind: 'none' });
  });
});
