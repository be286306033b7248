import { expect, test } from 'vitest';
import type { RawAttempt } from './attempt';
import type { StatusMeaning } from './schema';
import { understand } from './understand';

const STATUSES: Readonly<Record<string, StatusMeaning>> = {
  ok: 'succeeded',
  bad: 'failed',
  going: 'running',
  draft: 'left_out',
};

const RAW: RawAttempt = {
  node_id: 'n',
  workflow_id: 'w',
  workflow_version_id: '1',
  tenant_id: 't',
  run_id: 'r',
  sub_index: null,
  attempt: 2,
  status: 'bad',
  error_code: 'X',
  error_message: 'Request failed with status code 503',
  payload_hash: 'h',
  occurred_at: '2026-11-20T08:00:00.123456Z',
  duration_ms: 12.6,
};

const read = (change: Partial<RawAttempt>) => understand({ ...RAW, ...change }, STATUSES);
const reasons = (change: Partial<RawAttempt>) => {
  const understood = read(change);
  return understood.kind === 'not_understood' ? understood.reasons : understood;
};

test('a row that is understood', () => {
  expect(read({})).toEqual({
    kind: 'attempt',
    attempt: {
      nodeId: 'n',
      workflowId: 'w',
      runId: 'r',
      subIndex: '',
      attempt: 2,
      status: 'failed',
      errorCode: 'X',
      errorMessage: 'Request failed with status code 503',
      payloadHash: 'h',
      occurredAt: new Date('2026-11-20T08:00:00.123Z'),
      durationMs: 13,
    },
  });
});

test('a failure without a code has the one that its message gives; what did not fail has none', () => {
  expect(read({ error_code: null })).toMatchObject({ attempt: { errorCode: 'HTTP_503' } });
  expect(read({ error_code: null, error_message: null })).toMatchObject({ attempt: { errorCode: 'UNCLASSIFIED' } });
  expect(read({ error_code: '' })).toMatchObject({ attempt: { errorCode: '' } });
  expect(read({ status: 'ok' })).toMatchObject({ attempt: { errorCode: null, status: 'succeeded' } });
});

test('without a number, it is the first attempt', () => {
  expect(read({ attempt: null })).toMatchObject({ attempt: { attempt: 1 } });
});

test('what is left out is left out, whatever else it says', () => {
  expect(read({ status: 'draft', run_id: null, occurred_at: 'never' })).toEqual({ kind: 'left_out' });
});

test('a status without a meaning is never guessed', () => {
  expect(reasons({ status: 'melted' })).toEqual([{ kind: 'status', value: 'melted' }]);
  expect(reasons({ status: 'OK' })).toEqual([{ kind: 'status', value: 'OK' }]);
  expect(reasons({ status: 'constructor' })).toEqual([{ kind: 'status', value: 'constructor' }]);
  expect(reasons({ status: null })).toEqual([{ kind: 'missing', value: 'status' }]);
  expect(reasons({ status: '😀'.repeat(150) })).toMatchObject([{ value: expect.stringMatching(/^(😀){99}…$/u) }]);
});

test('ids have to be there, and such as an index takes', () => {
  expect(reasons({ node_id: null, workflow_id: '', run_id: 'x'.repeat(513) })).toEqual([
    { kind: 'missing', value: 'node_id' },
    { kind: 'missing', value: 'workflow_id' },
    { kind: 'missing', value: 'run_id' },
  ]);
  expect(reasons({ sub_index: 'x'.repeat(513) })).toEqual([{ kind: 'missing', value: 'sub_index' }]);
  // Counted in bytes as well.
  expect(reasons({ node_id: '表'.repeat(201) })).toEqual([{ kind: 'missing', value: 'node_id' }]);
});

test('a time has to be one, with a zone', () => {
  expect(reasons({ occurred_at: null })).toEqual([{ kind: 'missing', value: 'occurred_at' }]);
  for (const value of ['yesterday', '2026-11-20T08:00:00', '2026-13-40T08:00:00Z', '12345-01-01T00:00:00Z']) {
    expect(reasons({ occurred_at: value })).toEqual([{ kind: 'time', value }]);
  }
  expect(read({ occurred_at: '2026-11-20T16:00:00+08:00' })).toMatchObject({
    attempt: { occurredAt: new Date('2026-11-20T08:00:00Z') },
  });
});

test('a number has to be that of an attempt', () => {
  for (const attempt of [0, -1, 1.5, 100_001, Number.NaN]) {
    expect(reasons({ attempt })).toEqual([{ kind: 'attempt', value: String(attempt) }]);
  }
});

test('every reason is said', () => {
  expect(reasons({ status: 'melted', occurred_at: null, attempt: 0, run_id: null })).toEqual([
    { kind: 'missing', value: 'run_id' },
    { kind: 'status', value: 'melted' },
    { kind: 'missing', value: 'occurred_at' },
    { kind: 'attempt', value: '0' },
  ]);
});

test('a duration that cannot be is none', () => {
  for (const duration of [-1, Number.NaN, Number.POSITIVE_INFINITY, 3e9]) {
    expect(read({ duration_ms: duration })).toMatchObject({ attempt: { durationMs: null } });
  }
});

test('a code that is too long is cut, for the index', () => {
  expect(read({ error_code: 'x'.repeat(600) })).toMatchObject({ attempt: { errorCode: `${'x'.repeat(511)}…` } });
  expect(read({ error_code: '表'.repeat(600) })).toMatchObject({ attempt: { errorCode: `${'表'.repeat(199)}…` } });
  expect(read({ error_code: '😀'.repeat(200) })).toMatchObject({ attempt: { errorCode: `${'😀'.repeat(149)}…` } });
});
