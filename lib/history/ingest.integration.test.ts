import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import { withDatabase } from '@/lib/db/connection';
import { startQueue } from '@/lib/queue/queue';
import { testContext } from '@/lib/testing/context';
import { ingestSteps } from './ingest';
import { MAX_MESSAGE } from './ingest-schema';

const STEP = {
  workflowId: 'orders',
  runId: 'r1',
  nodeId: 'charge',
  status: 'failed',
  errorCode: 'timeout',
  errorMessage: 'no answer',
  payloadHash: 'h1',
  occurredAt: '2026-11-19T10:00:00.123Z',
  durationMs: 1200,
};

/** No compression makes it short enough for an index. */
const ODD = Array.from({ length: 512 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('');

const ctx = testContext();
beforeEach(async () => {
  await ctx.db.workflowRunStep.deleteMany();
});

async function ingest(steps: readonly unknown[], as: Ctx = ctx) {
  const result = await ingestSteps(as, { steps: [...steps] });
  if (!result.ok) throw new Error('never refused');
  return result.value;
}

const rows = () => ctx.db.workflowRunStep.findMany({ orderBy: [{ runId: 'asc' }, { attempt: 'asc' }] });
const NONE = { accepted: 0, updated: 0, duplicates: 0, rejected: 0, errors: [] };

describe('ingestSteps', () => {
  it('takes the longest names that it allows', async () => {
    const longest = ODD.slice(0, 200);
    const step = {
      ...STEP,
      workflowId: longest,
      runId: longest,
      nodeId: longest,
      subIndex: longest,
      errorCode: longest,
    };
    expect(await ingest([step])).toEqual({ ...NONE, accepted: 1 });
  });

  it('keeps a step as it came, under the source that nobody has to make', async () => {
    expect(await ingest([STEP])).toEqual({ ...NONE, accepted: 1 });
    const own = await ctx.db.source.findUniqueOrThrow({ where: { key: 'own' } });
    const { occurredAt, ...rest } = STEP;
    expect(await rows()).toMatchObject([
      { ...rest, sourceId: own.id, subIndex: '', attempt: 1, occurredAt: new Date(occurredAt) },
    ]);
  });

  it('takes every text as it is: quotes, braces, NULL, other scripts, nothing', async () => {
    const texts = {
      runId: '{"NULL"}',
      nodeId: 'a\\b,c',
      errorCode: 'NULL',
      errorMessage: 'line\n"2" 订单 😀',
      subIndex: ' 1 ',
    };
    await ingest([
      { ...STEP, ...texts },
      { workflowId: 'w', runId: 'z', nodeId: 'n', status: 'succeeded', occurredAt: STEP.occurredAt },
    ]);
    const [bare, odd] = await rows().then((all) => [
      all.find(({ runId }) => runId === 'z'),
      all.find(({ runId }) => runId !== 'z'),
    ]);
    expect(odd).toMatchObject(texts);
    expect(bare).toMatchObject({ errorCode: null, errorMessage: null, payloadHash: null, durationMs: null });
  });

  it('is idempotent: the same batch again changes nothing and says so', async () => {
    const batch = [STEP, { ...STEP, attempt: 2 }, { ...STEP, subIndex: '1' }, { ...STEP, runId: 'r2' }];
    expect(await ingest(batch)).toEqual({ ...NONE, accepted: 4 });
    const before = await rows();
    expect(await ingest(batch)).toEqual({ ...NONE, duplicates: 4 });
    expect(await rows()).toEqual(before);
  });

  it('brings a running step up to date when it has ended, once', async () => {
    const running = { ...STEP, status: 'running', errorCode: null, errorMessage: null, durationMs: null };
    await ingest([running]);
    expect(await ingest([running])).toEqual({ ...NONE, duplicates: 1 });
    expect(await ingest([STEP])).toEqual({ ...NONE, updated: 1 });
    expect(await ingest([STEP, running])).toEqual({ ...NONE, duplicates: 2 });
    expect(await rows()).toMatchObject([
      { status: 'failed', errorCode: 'timeout', payloadHash: 'h1', durationMs: 1200 },
    ]);
  });

  it('keeps the recorded end when another is reported, and names the contradiction', async () => {
    await ingest([STEP]);
    const outcome = await ingest([
      { ...STEP, runId: 'r2' },
      { ...STEP, status: 'succeeded', errorCode: null },
    ]);
    expect(outcome).toEqual({ ...NONE, accepted: 1, rejected: 1, errors: [{ index: 1, path: '', code: 'differs' }] });
    expect(await rows()).toMatchObject([{ runId: 'r1', status: 'failed' }, { runId: 'r2' }]);
  });

  it('tells one step in one batch several times apart: the same, the end of a running one, a contradiction', async () => {
    const running = { ...STEP, status: 'running', errorCode: null };
    const outcome = await ingest([running, STEP, STEP, running, { ...STEP, errorCode: 'other' }]);
    expect(outcome).toEqual({
      ...NONE,
      accepted: 1,
      duplicates: 3,
      rejected: 1,
      errors: [{ index: 4, path: '', code: 'differs' }],
    });
    expect(await rows()).toMatchObject([{ status: 'failed', errorCode: 'timeout' }]);
  });

  it('refuses steps of a source that Failpath reads by itself', async () => {
    const data = { key: 'connected', name: 'Connected', kind: 'dify' };
    const { id: sourceId } = await ctx.db.source.create({ data });
    await ctx.db.sourceMapping.create({ data: { sourceId, mapping: {}, createdBy: 'a', updatedBy: 'a' } });
    expect(await ingest([{ ...STEP, source: 'connected' }])).toMatchObject({
      accepted: 0,
      errors: [{ index: 0, path: 'source', code: 'connected_source' }],
    });
    expect(await rows()).toHaveLength(0);
  });

  it('names what does not hold by index and takes the rest', async () => {
    const outcome = await ingest([
      { ...STEP, status: 'broken' },
      STEP,
      'nonsense',
      { ...STEP, runId: '', attempt: 0 },
      { ...STEP, occurredAt: '2026-11-19 10:00' },
      { ...STEP, occurredAt: '2026-12-24T00:00:00Z' },
      { ...STEP, source: 'elsewhere' },
      { ...STEP, nodeId: 'a\0b' },
      { ...STEP, colour: 'red' },
      { ...STEP, occurredAt: '0000-01-01T00:00:00Z' },
      { ...STEP, occurredAt: '0000-01-01T00:00:00+14:00' },
      { ...STEP, runId: ODD, nodeId: ODD, errorCode: ODD },
    ]);
    expect(outcome).toMatchObject({ accepted: 1, rejected: 11, duplicates: 0 });
    expect(outcome.errors).toEqual([
      { index: 0, path: 'status', code: 'invalid_value' },
      { index: 2, path: '', code: 'invalid_type' },
      { index: 3, path: 'runId', code: 'too_small' },
      { index: 3, path: 'attempt', code: 'too_small' },
      { index: 4, path: 'occurredAt', code: 'invalid_format' },
      { index: 5, path: 'occurredAt', code: 'in_future' },
      { index: 6, path: 'source', code: 'unknown_source' },
      { index: 7, path: 'nodeId', code: 'not_storable' },
      { index: 8, path: 'colour', code: 'unknown_key' },
      { index: 9, path: 'occurredAt', code: 'too_early' },
      { index: 10, path: 'occurredAt', code: 'too_early' },
      ...['runId', 'nodeId', 'errorCode'].map((path) => ({ index: 11, path, code: 'too_long' })),
    ]);
    expect(await rows()).toHaveLength(1);
  });

  it('cuts a message that is too long and takes NUL and half characters out of it', async () => {
    await ingest([{ ...STEP, errorMessage: `a\0b\uD800${'x'.repeat(10_000)}` }]);
    const [row] = await rows();
    expect(row?.errorMessage).toHaveLength(MAX_MESSAGE - 1);
    expect(row?.errorMessage?.startsWith('ab\uFFFDxx')).toBe(true);
  });

  it('takes overlapping batches at once: each step is new exactly once', async () => {
    const batch = (from: number) => Array.from({ length: 300 }, (_, i) => ({ ...STEP, runId: `r${from + i}` }));
    const outcomes = await Promise.all([0, 100, 200, 50].map((from) => ingest(batch(from).toReversed())));
    expect(outcomes.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(500);
    expect(outcomes.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(700);
    expect(await ctx.db.workflowRunStep.count()).toBe(500);
  });

  it('says in the audit that a batch came in, with its numbers', async () => {
    const before = await ctx.db.auditEntry.count();
    await ingest([STEP]);
    await ingest([STEP]);
    const [entry, ...more] = await ctx.db.auditEntry.findMany({
      orderBy: { id: 'desc' },
      take: (await ctx.db.auditEntry.count()) - before,
    });
    expect(entry).toMatchObject({
      action: 'history.ingest',
      subjectKind: 'source',
      subjectName: 'own',
      after: { steps: 1, accepted: 1, updated: 0 },
    });
    expect(more).toEqual([]);
  });

  it('is only for who may write history', async () => {
    const viewer: Ctx = { ...ctx, actor: { ...ctx.actor, role: 'viewer' } };
    await expect(ingest([STEP], viewer)).rejects.toThrow(ForbiddenError);
    const token: Ctx = { ...ctx, actor: { ...ctx.actor, via: 'token', token: { id: 't', scopes: ['read'] } } };
    await expect(ingest([STEP], token)).rejects.toThrow(ForbiddenError);
    expect(await rows()).toEqual([]);
  });
});

it('wakes a worker when something came in, and only then', async () => {
  const [row] = await ctx.db.$queryRaw<{ name: string }[]>`select current_database() as name`;
  const queue = await startQueue(withDatabase(inject('testServerUrl'), row?.name ?? ''), () => undefined);
  try {
    await ingest([STEP]);
    expect(await queue.take()).toEqual(['follow']);
    await ingest([STEP]);
    expect(await queue.take()).toEqual([]);
  } finally {
    await queue.stop();
  }
});
