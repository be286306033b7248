import { describe, expect, it } from 'vitest';
import { readDefinition } from '@/lib/dialects/registry';
import { readPolicy } from '@/lib/policy/read';
import { readSampleWorkflows } from './definitions';
import { SAMPLE_GROUPS } from './owners';

const workflows = readSampleWorkflows();
const nodes = workflows.flatMap((workflow) => workflow.nodes.map((node) => ({ workflow, node })));
const policies = nodes.map(({ workflow, node }) => ({ workflow, node, policy: readPolicy(node.config).policy }));

describe('sample workflows', () => {
  it('are ten, in two dialects, with 85 nodes or more', () => {
    expect(workflows.length).toBe(10);
    expect(nodes.length).toBeGreaterThanOrEqual(85);
    expect(workflows.filter(({ dialect }) => dialect === 'asl').map(({ fileName }) => fileName)).toEqual([
      'warehouse-sync.asl.yaml',
      'subscription-billing.asl.json',
      'claims-handling.asl.json',
    ]);
    expect(workflows.map(({ name }) => name)).toEqual(expect.arrayContaining(['月末结算', '供应商对账']));
  });

  it('have one companion file, which says who owns what', () => {
    const [billing, ...others] = workflows.filter(({ sidecar }) => sidecar !== null);
    expect(others).toEqual([]);
    expect(billing?.name).toBe('Subscription billing');
    expect(billing?.nodes.find(({ id }) => id === 'Charge subscription')?.config.owner).toBe('payments-ops');
  });

  it.each(workflows)('$key runs through nodes that it has', ({ scenario, nodes: own }) => {
    const ids = own.map(({ id }) => id);
    for (const node of scenario.nodes) {
      expect(ids).toContain(node.id);
      for (const next of node.onFailure ?? []) expect(ids).toContain(next);
    }
  });

  it('read without a warning, save for short record lists and schedules that stay as they are', () => {
    const codes = workflows.flatMap((workflow) =>
      readDefinition(workflow, workflow.dialect).diagnostics.map(({ code }) => code),
    );
    expect([...new Set(codes)].sort()).toEqual(['engine_retry_kept', 'record_incomplete']);
  });

  it('have valid policies in every state of being filled in', () => {
    expect(policies.filter(({ policy }) => policy === null).map(({ node }) => node.id)).toEqual([]);
    const some = (has: (each: (typeof policies)[number]) => boolean) => policies.filter(has).length;
    expect(some(({ policy, workflow }) => !policy?.owner && !workflow.owner)).toBeGreaterThan(5);
    expect(some(({ policy }) => !policy?.retry)).toBeGreaterThan(10);
    expect(some(({ policy }) => !policy?.classification?.length)).toBeGreaterThan(10);
    expect(some(({ policy }) => policy?.onExhausted?.record?.length === 5)).toBeGreaterThanOrEqual(2);
    expect(
      some(({ policy }) => Boolean(policy?.actions?.some(({ idempotent }) => idempotent === undefined))),
    ).toBeGreaterThan(3);
    expect(some(({ policy }) => policy?.retry?.waiver !== undefined)).toBe(1);
  });

  it('names groups that exist, save one', () => {
    const slugs = SAMPLE_GROUPS.map(({ slug }) => slug);
    const named = policies.flatMap(({ policy, workflow }) => [
      policy?.owner,
      policy?.onExhausted?.notify,
      workflow.owner,
    ]);
    const lost = named.filter((slug) => typeof slug === 'string' && !slugs.includes(slug));
    expect([...new Set(lost)]).toEqual(['finance-shared']);
    for (const { members } of SAMPLE_GROUPS) expect(members.length).toBeGreaterThanOrEqual(2);
  });
});
