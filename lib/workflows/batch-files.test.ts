import { describe, expect, it } from 'vitest';
import { groupFiles, isHidden, mayBeCompanions, saidCompanionOf } from './batch-files';

/** `definition + companion` of each group; a companion says by its own words whose it is. */
function groups(files: Readonly<Record<string, string | null>>): string[] {
  const listed = Object.keys(files).map((path) => ({ path }));
  return groupFiles(listed, ({ path }) => files[path] ?? null).map(({ definition, sidecar, ambiguous }) => {
    const beside = sidecar ? ` + ${sidecar.path}` : '';
    return `${definition.path}${beside}${ambiguous ? ` ? ${ambiguous.path}` : ''}`;
  });
}

describe('companions', () => {
  it('go with the definition of their folder that they are named after', () => {
    const files = {
      'a/orders.asl.json': null,
      'a/orders.asl.failpath.yaml': 'orders.asl.json',
      'b/orders.asl.json': null,
      'b/Orders.ASL.failpath.yml': 'elsewhere.json',
      'c/orders.asl.failpath.yaml': 'orders.asl.json',
    };
    expect(groups(files)).toEqual([
      'a/orders.asl.json + a/orders.asl.failpath.yaml',
      'b/orders.asl.json + b/Orders.ASL.failpath.yml',
      'c/orders.asl.failpath.yaml',
    ]);
  });

  it('that say nothing of the kind are definitions, whatever stands beside them', () => {
    expect(groups({ 'orders.yaml': null, 'orders.failpath.yaml': null })).toEqual([
      'orders.yaml',
      'orders.failpath.yaml',
    ]);
  });

  it('of two definitions go with the one that they name, or with none', () => {
    const two = { 'o.yaml': null, 'o.json': null };
    expect(groups({ ...two, 'o.failpath.yaml': 'o.json' })).toEqual(['o.yaml', 'o.json + o.failpath.yaml']);
    expect(groups({ ...two, 'o.failpath.yaml': 'x.json' })).toEqual([
      'o.yaml ? o.failpath.yaml',
      'o.json ? o.failpath.yaml',
    ]);
  });

  it('are asked only where one may be', () => {
    const paths = ['a/o.yaml', 'a/o.failpath.yaml', 'b/p.failpath.yaml', 'c/o.failpath.yaml'];
    expect([...mayBeCompanions(paths)]).toEqual(['a/o.failpath.yaml']);
  });

  it.each([
    ['format: failpath/v1\nsidecarOf: orders.asl.json\nnodes: []\n', 'orders.asl.json'],
    ['{\n  "sidecarOf": "订单.json",\n}', '订单.json'],
    ["sidecarOf: 'a b.yaml'\r\n", 'a b.yaml'],
    ['# sidecarOf: no\nworkflow: x\n', null],
  ])('say whose they are: %j', (text, said) => {
    expect(saidCompanionOf(text)).toBe(said);
  });
});

it('what systems put beside files is passed over', () => {
  expect(
    ['.git/config.yaml', 'a/.DS_Store', '__MACOSX/a/._b.yaml', './a.yaml', 'a/b.yaml', '../a.yaml'].map(isHidden),
  ).toEqual([true, true, true, false, false, false]);
});
