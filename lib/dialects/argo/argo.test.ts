import { expect, test } from 'vitest';
import { filesOf } from '../testing/files';
import { argo } from '.';

test('tells its own texts', () => {
  const others = filesOf('testdata/corpus/argo').filter(({ text }) => !argo.detect(text));
  expect(others.map(({ fileName }) => fileName)).toEqual([
    'github-path-filter-workfloweventbinding.yaml',
    'workflow-count-resourcequota.yaml',
  ]);
});
