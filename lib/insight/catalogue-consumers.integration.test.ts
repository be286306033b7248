import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/lib/accounts/context';
import { followWhole, makeWorld, RETRY, writeSteps } from '@/lib/alerts/testing/alert-world';
import { addCatalogueEntry, changeCatalogueEntry, removeCatalogueEntry } from '@/lib/catalogue/catalogue-commands';
import type { EntryInput } from '@/lib/catalogue/entry';
import { askForDrills, makeDrillWorld } from '@/lib/drills/testing/drill-world';
import { failureRows } from '@/lib/history/queries';
import { judgeWhole } from '@/lib/history/testing/judge-whole';
import { publishVersion } from '@/lib/history/testing/publish-version';
import { testContext } from '@/lib/testing/context';
import { type Bench, openBench } from '@/lib/worker/testing/drill-bench';
import { effectOfEntry } from './catalogue-effect-queries';
import type { NodeQuery } from './node-list';
import { listNodePage } from './node-list-queries';
import { listNodes } from './queries';
import { WHOLE, writeExecutions, writeWorkflow } from './testing/nodes';

const ctx = testContext();
const BUSY: EntryInput = { code: 'psp_busy', class: 'transient', means: null, source: 'PSP manual' };
const at = (now: Date): Ctx => ({ ...ctx, db: ctx.db, now });
const AT = new Date('2026-11-20T08:00:00Z');
const later = (ms: number) => new Date(AT.getTime() + ms);
const HOUR = 3_600_000;

async function add(input: EntryInput = BUSY, now = ctx.now) {
  const result = await addCatalogueEntry(at(now), input);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

beforeEach(async () => {
  await ctx.db.catalogueEntry.deleteMany();
});

describe('hand-offs', () => {
  it('are decided by an added row: it waits for the next attempt instead of calling a person', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY } } });
    await writeSteps(world, [{ run: 'before', at: AT, code: 'PSP-Busy' }]);
    await followWhole(ctx.db, later(1_000));
    await add();
    await writeSteps(world, [{ run: 'after', at: AT, code: 'PSP-Busy' }]);
    await followWhole(ctx.db, later(2_000));
    const made = () => ctx.db.handOff.findMany({ where: { sourceId: world.sourceId }, orderBy: { runId: 'desc' } });
    expect((await made()).map(({ runId, trigger }) => `${runId} ${trigger}`)).toEqual(['before terminal']);
    await followWhole(ctx.db, later(HOUR));
    const [before, after] = await made();
    expect([before?.trigger, after?.trigger, after?.stoppedEarly]).toEqual(['terminal', 'exhausted', 'overdue']);
    expect(after?.because).toMatchObject({ because: 'catalogue', token: 'psp_busy' });
    await ctx.db.source.updateMany({ data: { alertsFrom: null } });
  });
});

describe('the log check', () => {
  it('goes by the rows that held when the first attempt started', async () => {
    const world = await makeWorld(ctx.db, { nodes: { charge: { retry: RETRY } }, alertsFrom: null });
    await publishVersion(ctx.db, world.sourceId, { at: later(-HOUR), nodes: { charge: { retry: RETRY } } });
    const retried = (run: string, start: number) => [
      { run, at: later(start + 100), code: 'psp_busy' },
      { run, at: later(start + 5_200), attempt: 2, status: 'succeeded' },
    ];
    const { id } = await add({ ...BUSY, class: 'terminal' }, later(0));
    await changeCatalogueEntry(at(later(60_000)), { ...BUSY, id, revision: 1 });
    await removeCatalogueEntry(at(later(120_000)), { id, revision: 2 });
    // The second one begins while it is terminal, and its next attempt comes when it no longer is.
    await writeSteps(world, [
      ...retried('a terminal', 10_000),
      ...retried('b terminal at first', 58_000),
      ...retried('c transient', 70_000),
      ...retried('d transient at first', 118_000),
      ...retried('e unknown', 130_000),
    ]);
    await judgeWhole(ctx.db, later(HOUR));
    const found = await ctx.db.conformanceFinding.findMany({
      where: { sourceId: world.sourceId },
      orderBy: { runId: 'asc' },
    });
    expect(found.map(({ runId, finding }) => `${runId}: ${finding}`)).toEqual([
      'a terminal: retried_although_terminal',
      'b terminal at first: retried_although_terminal',
      'e unknown: retried_although_terminal',
    ]);
  });
});

describe('drills', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(ctx);
  });
  afterAll(() => bench.close());

  it('keep the catalogue of when they were asked for, and the next one goes by the new row', async () => {
    const drills = [{ drill: 1 as const, fault: 'http_503' as const }];
    const runId = await askForDrills(await makeDrillWorld(ctx.db), { drills });
    await add({ code: '503', class: 'terminal', means: null, source: 'ours' }, new Date(Date.now() + 1));
    await bench.runAll();
    const trialOf = (id: string) => ctx.db.drillTrial.findFirstOrThrow({ where: { runId: id } });
    expect(await trialOf(runId)).toMatchObject({ state: 'passed' });
    const next = await askForDrills(await makeDrillWorld(ctx.db), { drills });
    await bench.runAll();
    const failed = await trialOf(next);
    expect(failed.state).toBe('failed');
    expect(failed.observations).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'failure_class', reason: 'classed_terminal' })]),
    );
    expect(bench.said).toEqual([]);
  }, 60_000);
});

describe('nodes and failures', () => {
  const PLAIN: NodeQuery = { search: '', workflow: null, filters: [], sort: 'failures', order: 'desc', page: 1 };
  const CLOSED = { ...WHOLE, retry: { ...WHOLE.retry, retryOn: ['timeout'] } };
  const executions = (nodeId: string, times: number) => ({
    ...{ nodeId, times, codes: ['psp_busy'], ends: false, at: new Date('2026-11-10T00:00:00Z') },
  });
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    await ctx.db.workflow.deleteMany();
    ({ nodes: ids } = await writeWorkflow(ctx.db, {
      ...{ key: 'pay', name: 'Pay' },
      nodes: [
        { nodeId: 'open', config: WHOLE },
        { nodeId: 'closed', config: CLOSED },
        { nodeId: 'ruled', config: { ...WHOLE, classification: [{ code: 'psp*', class: 'terminal' }] } },
        { nodeId: 'once', config: { ...WHOLE, retry: { maxAttempts: 1 } } },
        { nodeId: 'mixed', config: { ...CLOSED, classification: [{ code: 'PSP-17', class: 'terminal' }] } },
        { nodeId: 'other', config: WHOLE },
      ],
    }));
    await writeExecutions(ctx.db, 'pay', [
      ...['open', 'closed', 'ruled', 'once'].map((nodeId, index) => executions(nodeId, index + 2)),
      { ...executions('mixed', 4), codes: ['timeout', 'timeout'] },
      { ...executions('other', 9), codes: ['card_declined'] },
    ]);
  });

  const page = (filters: NodeQuery['filters'] = []) =>
    listNodePage(ctx, { ...PLAIN, filters }, { locale: 'en', timeZone: 'UTC' });
  const unclassified = async () => (await page(['unclassified_codes'])).rows.map(({ nodeId }) => nodeId).sort();

  it('the list of nodes is worked out again when an entry is added, changed and taken away', async () => {
    expect(await unclassified()).toEqual(['closed', 'once', 'open']);
    const { id } = await add();
    expect(await unclassified()).toEqual([]);
    const rows = await listNodes(ctx);
    const shown = await page();
    expect(shown.rows.map(({ nodeId, coverage }) => [nodeId, coverage]).sort()).toEqual(
      rows.map(({ nodeId, coverage }) => [nodeId, coverage]).sort(),
    );
    await removeCatalogueEntry(ctx, { id, revision: 1 });
    expect(await unclassified()).toEqual(['closed', 'once', 'open']);
    await Promise.all([add(), page(['unclassified_codes']), page(['unclassified_codes'])]);
    expect(await unclassified()).toEqual([]);
  });

  it('an entry that makes a node contradict itself is seen on it', async () => {
    const lacks = async () => (await page()).rows.find(({ nodeId }) => nodeId === 'mixed')?.coverage.lacks ?? [];
    expect(await lacks()).not.toContain('invalid');
    await add({ code: 'PSP-17', class: null, means: 'timeout', source: 'PSP manual' });
    expect(await lacks()).toContain('invalid');
  });

  it('the effect is said first, in the figures of the page of failures', async () => {
    const { effect } = await effectOfEntry(ctx, { id: null, input: BUSY });
    expect(effect?.groups.map(({ kind, nodes, failures }) => [kind, nodes, failures])).toEqual([
      ['retried', 1, 2],
      ['tries_once', 1, 5],
      ['kept_by_list', 1, 3],
      ['kept_by_rule', 1, 4],
    ]);
    const figures = (await failureRows(ctx)).filter(
      ({ errorCode, workflowKey }) => errorCode === 'psp_busy' && workflowKey === 'pay',
    );
    const shown = effect?.groups.flatMap((group) => group.shown) ?? [];
    expect(shown.map(({ nodeId, failures, failedExecutions }) => [nodeId, failures, failedExecutions]).sort()).toEqual(
      figures.map(({ nodeId, failures, failedExecutions }) => [nodeId, failures, failedExecutions]).sort(),
    );
    expect(shown.find(({ nodeId }) => nodeId === 'open')?.id).toBe(ids.get('open'));
  });

  it('a spelling is asked about on the nodes whose own rules name it', async () => {
    const input = { code: 'PSP-17', class: null, means: 'timeout', source: 'x' };
    const { effect } = await effectOfEntry(ctx, { id: null, input });
    expect(effect?.contradicting.map(({ nodeId }) => nodeId)).toEqual(['mixed']);
    expect(effect?.groups.map(({ kind, nodes }) => [kind, nodes])).toEqual([['handed_off', 1]]);
  });

  it('says why an entry cannot be, what it replaces, and what its end would come to', async () => {
    expect(await effectOfEntry(ctx, { id: null, input: { ...BUSY, code: 'psp*' } })).toMatchObject({
      problem: { reason: 'code_pattern' },
    });
    expect(await effectOfEntry(ctx, { id: null, input: { ...BUSY, code: '503', class: 'terminal' } })).toMatchObject({
      effect: { replaces: { token: 'http_5xx', class: 'transient' }, groups: [] },
    });
    const { id } = await add();
    const { effect } = await effectOfEntry(ctx, { id, input: null });
    expect(effect?.groups.map(({ kind }) => kind)).toEqual(
      ['handed_off', 'kept_by_list', 'kept_by_rule', 'undecided'].sort(order),
    );
    expect(await effectOfEntry(ctx, { id: '00000000-0000-4000-8000-000000000000', input: null })).toMatchObject({
      problem: { reason: 'not_found' },
    });
  });
});

/** As effects are said. */
function order(a: string, b: string): number {
  const kinds = ['retried', 'handed_off', 'tries_once', 'decided', 'undecided', 'kept_by_list', 'kept_by_rule', 'same'];
  return kinds.indexOf(a) - kinds.indexOf(b);
}
