import { expect, it } from 'vitest';
import { exportPaths, safeName } from './export-names';

/** The definitions' paths of workflows with these file names; keys are `k0`, `k1`, … */
function paths(...names: readonly string[]): (string | undefined)[] {
  const workflows = names.map((fileName, index) => ({ id: `${index}`, key: `k${index}`, fileName, begins: '{' }));
  const found = exportPaths(workflows);
  return workflows.map(({ id }) => found.get(id)?.definition);
}

it('files keep their names; a second one of the same name has a folder', () => {
  expect(paths('a.yaml', 'b.json', 'A.YAML', 'a.yml')).toEqual(['a.yaml', 'b.json', 'k2/A.YAML', 'k3/a.yml']);
});

it('a definition that is called like another’s companion does not stand beside it, whoever is first', () => {
  expect(paths('a.json', 'a.failpath.yaml')).toEqual(['a.json', 'k1/a.failpath.yaml']);
  expect(paths('a.failpath.yaml', 'a.json')).toEqual(['a.failpath.yaml', 'k1/a.json']);
});

it('folders of keys that become the same are told apart', () => {
  const same = ['x/y', 'x?y', 'x:y'].map((key) => ({ id: key, key, fileName: 'a.yaml', begins: 'n' }));
  expect([...exportPaths(same).values()].map(({ sidecar }) => sidecar)).toEqual([
    'a.failpath.yaml',
    'x_y/a.failpath.yaml',
    'x_y (2)/a.failpath.yaml',
  ]);
});

it('what has no ending gets the one of its text, and folders are left away', () => {
  expect(paths('orders', '../../etc/b.json', 'c\\d.yaml')).toEqual(['orders.json', 'b.json', 'd.yaml']);
});

it.each([
  ['订单.yaml', '订单.yaml'],
  ['a:b*?.yaml', 'a_b__.yaml'],
  ['.hidden.yaml', '_hidden.yaml'],
  ['NUL.yaml', '_NUL.yaml'],
  ['a. ', 'a'],
  ['..', '_'],
  ['', '_'],
  ['a\u0000b', 'a_b'],
])('%j is safe as %j', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});
