import { describe, expect, it } from 'vitest';
import { type EntryInput, extraOf } from '@/lib/catalogue/entry';
import type { NodePolicy } from '@/lib/policy/schema';
import { catalogueEffect, type EffectNode, type EffectRow, MOST_SHOWN, touches } from './catalogue-effect';

const RETRY = { maxAttempts: 3, backoff: 'fixed', initialInterval: 5_000, maxInterval: 5_000 } as const;
const entry = (code: string, as: 'transient' | 'terminal'): EntryInput => ({
  ...{ code, class: as, means: null, source: 'manual' },
});
const spelling = (code: string, means: string): EntryInput => ({ code, class: null, means, source: 'manual' });
const node = (id: string, policy: NodePolicy): EffectNode => ({
  ...{ id, nodeId: id, name: id, workflowName: 'Orders', policy },
});
const row = (nodeRowId: string, errorCode = 'psp_busy', failures = 3): EffectRow => ({
  ...{ nodeRowId, errorCode, failures, failedExecutions: failures - 1 },
});

function effect(before: readonly EntryInput[], after: readonly EntryInput[], policy: NodePolicy, code = 'psp_busy') {
  const change = { before: extraOf(before), after: extraOf(after) };
  return catalogueEffect(change, [node('n', policy)], [row('n', code)]);
}
const kinds = (...asked: Parameters<typeof effect>) => effect(...asked).groups.map(({ kind }) => kind);

describe('what becomes of a code on a node', () => {
  const busy = [entry('psp_busy', 'transient')];
  const refused = [entry('psp_busy', 'terminal')];
  it.each<[string, Parameters<typeof effect>, readonly string[]]>([
    ['nobody had decided, and it is retried', [[], busy, { retry: RETRY }], ['retried']],
    ['nobody had decided, and the node tries once', [[], busy, {}], ['tries_once']],
    ['nobody had decided, and it stays terminal', [[], refused, { retry: RETRY }], ['decided']],
    ['it was retried', [busy, refused, { retry: RETRY }], ['handed_off']],
    ['it was transient where the node tries once', [busy, refused, {}], ['same']],
    ['it was retried, and nobody decides any more', [busy, [], { retry: RETRY }], ['handed_off']],
    ['nobody decides any more', [refused, [], { retry: RETRY }], ['undecided']],
    ['the list of the node is closed', [[], busy, { retry: { ...RETRY, retryOn: ['timeout'] } }], ['kept_by_list']],
    ['the list of the node names it', [[], refused, { retry: { ...RETRY, retryOn: ['psp_busy'] } }], ['kept_by_rule']],
    [
      'a rule of the node decides',
      [[], busy, { retry: RETRY, classification: [{ code: 'psp_*', class: 'terminal' }] }],
      ['kept_by_rule'],
    ],
    [
      'a spelling comes to be covered by the closed list',
      [[], [spelling('PSP-17', 'timeout')], { retry: { ...RETRY, retryOn: ['timeout'] } }, 'PSP-17'],
      ['retried'],
    ],
    [
      'a spelling is taken out of a closed list',
      [[], [entry('ETIMEDOUT', 'transient')], { retry: { ...RETRY, retryOn: ['timeout'] } }, 'ETIMEDOUT'],
      ['handed_off'],
    ],
    [
      'a rule comes to mean another code',
      [
        [],
        [spelling('PSP-17', 'timeout')],
        { retry: RETRY, classification: [{ code: 'PSP-17', class: 'terminal' }] },
        'timeout',
      ],
      ['handed_off'],
    ],
    ['another code', [[], busy, { retry: RETRY }, 'psp_full'], []],
    ['a status by its pattern', [[], [entry('http_4xx', 'transient')], { retry: RETRY }, '418'], ['retried']],
    ['a status with a row of its own', [[], [entry('http_4xx', 'transient')], { retry: RETRY }, '404'], []],
  ])('%s', (_, asked, expected) => {
    expect(kinds(...asked)).toEqual(expected);
  });
});

it('nodes that would contradict themselves are named, and only those that did not before', () => {
  const policy: NodePolicy = {
    retry: { ...RETRY, retryOn: ['timeout'] },
    classification: [{ code: 'PSP-17', class: 'terminal' }],
  };
  const { contradicting } = effect([], [spelling('PSP-17', 'timeout')], policy);
  expect(contradicting).toEqual([{ id: 'n', nodeId: 'n', name: 'n', workflowName: 'Orders' }]);
  expect(effect([spelling('PSP-17', 'timeout')], [spelling('PSP-17', 'timeout')], policy).contradicting).toEqual([]);
});

it('figures add up, those with most failures are shown, and other codes are not asked about', () => {
  const change = { before: extraOf([]), after: extraOf([entry('psp_busy', 'transient')]) };
  const nodes = Array.from({ length: 30 }, (_, index) => node(`n${index}`, { retry: RETRY }));
  const rows = nodes.flatMap(({ id }, index) => [
    row(id, 'psp_busy', index + 2),
    row(id, 'PSP-BUSY', 2),
    row(id, 'other'),
  ]);
  const { groups, ...all } = catalogueEffect(change, nodes, rows);
  const failures = 60 + Array.from({ length: 30 }, (_, index) => index + 2).reduce((a, b) => a + b, 0);
  expect(all).toEqual({ nodes: 30, failures, contradicting: [] });
  expect(groups).toMatchObject([{ kind: 'retried', nodes: 30, failures, failedExecutions: failures - 60 }]);
  expect(groups[0]?.shown).toHaveLength(MOST_SHOWN);
  expect(groups[0]?.shown[0]).toMatchObject({ id: 'n29', failures: 31 });
  expect([touches(change)('psp busy'), touches(change)('other')]).toEqual([true, false]);
});
