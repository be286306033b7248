import { describe, expect, test } from 'vitest';
import { policyPart } from '@/lib/policy/document';
import { withoutThreshold, withThreshold } from '@/lib/policy/threshold-edit';
import type { JsonObject } from '@/lib/shared/json';
import { dialectById } from './registry';
import { changedLines } from './testing/files';
import { policyFrom } from './testing/policies';
import type { DefinitionText } from './types';

/** Thresholds as people and platforms write them: flow and block, comments, quotes, spellings, keys of their own. */
const TEXT = `format: failpath/v1
workflow: w
nodes:
  - id: charge
    type: http
    owner: ops
    alert:
      silence: PT30M   # as agreed
      thresholds:   # reviewed each month
        # the provider's own number
        - { code: 'psp_busy',  failures: 8, window: 24h, threshold_source: manual, reason: "agreed: 8 a day" }
        - code: timeout
          failures: 12   # was 40
          window: 1d
          threshold_source: measured
          sample_size: 412
          failure_count: 57
          measured_at: "2026-11-01T00:00:00Z"
          x-ticket: OPS-7
        - { code: "*", failures: 5, window: 1d, threshold_source: pending-observation, sample_size: 14, failure_count: 2 }
  - id: ship
    type: http
`;
const SOURCE: DefinitionText = { text: TEXT, sidecar: null, fileName: 'w.yaml' };
const MEASURED = {
  failures: 9,
  window: '1d',
  threshold_source: 'measured',
  sample_size: 500,
  failure_count: 31,
  measured_at: '2026-11-30T08:00:00.000Z',
} as const;

function documentOf(source: DefinitionText, format: 'failpath' | 'asl'): JsonObject {
  const { workflow } = dialectById(format).read(source);
  return policyPart(workflow?.nodes[0]?.config ?? {});
}

/** What the edit writes, held to be what is read back. */
function written(
  source: DefinitionText,
  format: 'failpath' | 'asl',
  nodeId: string,
  edit: (document: JsonObject) => JsonObject,
): DefinitionText {
  const wanted = edit(documentOf(source, format));
  const result = dialectById(format).write(source, [{ nodeId, policy: policyFrom(wanted) }]);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  const after = { ...source, text: result.text, sidecar: result.sidecar };
  expect(policyFrom(documentOf(after, format))).toEqual(policyFrom(wanted));
  return after;
}

const lines = (after: DefinitionText) => changedLines(TEXT, after.text);

describe('a threshold in the node of a file', () => {
  test('nothing changed: no byte does', () => {
    expect(written(SOURCE, 'failpath', 'charge', (document) => document).text).toBe(TEXT);
  });

  test('measured again: its figures alone, beside its comment and the key that somebody else put there', () => {
    const after = written(SOURCE, 'failpath', 'charge', (document) =>
      withThreshold(document, { code: 'timeout', ...MEASURED }),
    );
    const expected = [
      ['failures: 12   # was 40', 'failures: 9   # was 40'],
      ['sample_size: 412', 'sample_size: 500'],
      ['failure_count: 57', 'failure_count: 31'],
      ['"2026-11-01T00:00:00Z"', '"2026-11-30T08:00:00.000Z"'],
    ].reduce((text, [before = '', now = '']) => text.replace(before, now), TEXT);
    expect(after.text).toBe(expected);
  });

  test('another code: one line more, none changed', () => {
    const after = written(SOURCE, 'failpath', 'charge', (document) =>
      withThreshold(document, { code: '08006', ...MEASURED }),
    );
    expect(lines(after).removed).toEqual([]);
    expect(lines(after).added.join('\n')).toContain("code: '08006'");
  });

  test('set by hand: the sample goes, the reason stands as it was typed', () => {
    const reason = 'yes: “20 a day”, says #ops';
    const after = written(SOURCE, 'failpath', 'charge', (document) =>
      withThreshold(document, { code: '*', failures: 20, window: '1d', threshold_source: 'manual', reason }),
    );
    expect(lines(after).removed).toHaveLength(1);
    expect(lines(after).added).toHaveLength(1);
    expect(lines(after).added[0]).not.toContain('sample_size');
  });

  test('removed: its own lines, with the comment above it left to the list', () => {
    const after = written(SOURCE, 'failpath', 'charge', (document) => withoutThreshold(document, 'timeout'));
    expect(lines(after).added).toEqual([]);
    expect(lines(after).removed[0]).toBe('        - code: timeout');
    expect(after.text).toContain("# the provider's own number");
  });
});

test('an engine that knows no thresholds: its text stays byte for byte, the sidecar keeps them', () => {
  const machine = JSON.stringify(
    { StartAt: 'Charge', States: { Charge: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true } } },
    null,
    2,
  );
  const source = { text: machine, sidecar: null, fileName: 'w.asl.json' };
  const one = written(source, 'asl', 'Charge', () =>
    withThreshold({ owner: 'ops', actions: [] }, { code: 'States.Timeout', ...MEASURED }),
  );
  expect(one.text).toBe(machine);
  expect(one.sidecar).toContain('threshold_source: measured');
  const same = written(one, 'asl', 'Charge', (document) => document);
  expect(same).toEqual(one);
  const two = written(one, 'asl', 'Charge', (document) =>
    withThreshold(document, { code: 'States.Timeout', ...MEASURED, failures: 10 }),
  );
  expect(changedLines(one.sidecar ?? '', two.sidecar ?? '').added.join('\n')).toContain('failures: 10');
  expect(two.text).toBe(machine);
});
