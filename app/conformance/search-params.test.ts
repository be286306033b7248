import { describe, expect, it } from 'vitest';
import {
  conformanceHref,
  executionHref,
  findingsHref,
  findingsPageHref,
  readConformanceQuery,
  readExecution,
  readFindingsCursor,
  readFindingsQuery,
} from './search-params';

const ID = '470840d4-cfd9-44df-b4ff-64477704df40';
const paramsOf = (href: string) => Object.fromEntries(new URL(href, 'http://x').searchParams);

describe('the address of the list', () => {
  it('says nothing that is as usual', () => {
    expect(conformanceHref(readConformanceQuery({}))).toBe('/conformance');
    expect(conformanceHref({ period: '30', sort: 'findings', page: 1 })).toBe('/conformance');
  });

  it('is read as it was written', () => {
    const query = {
      ...({ finding: 'off_schedule', workflow: ID, group: 'pay & ship', period: '7' } as const),
      ...({ sort: 'last', page: 3 } as const),
    };
    expect(readConformanceQuery(paramsOf(conformanceHref(query)))).toEqual(query);
  });

  it('takes what makes no sense as absent', () => {
    expect(
      readConformanceQuery({ finding: 'nothing', workflow: 'x', group: 'a\u0000', sort: 'up', page: '-1' }),
    ).toEqual({ finding: null, workflow: null, group: null, period: null, sort: 'findings', page: 1 });
  });
});

describe('the address of findings', () => {
  it('is read as it was written, place included', () => {
    const query = { finding: 'no_hand_off', workflow: ID, node: '节点 1/a?b', period: '90' } as const;
    expect(readFindingsQuery(paramsOf(findingsHref(query)))).toEqual(query);
    const row = { occurredAt: new Date('2026-11-20T08:00:00.123Z'), id: '72057594037927935' };
    const params = paramsOf(findingsPageHref(query, 'after', row));
    expect(readFindingsQuery(params)).toEqual(query);
    expect(readFindingsCursor(params)).toEqual({ side: 'after', at: row.occurredAt, id: row.id });
  });
});

describe('the address of an execution', () => {
  it('is read as it was written', () => {
    const key = { sourceId: ID, workflowId: 'orders', runId: 'r&1', nodeId: 'charge', subIndex: '0/1' };
    expect(readExecution(paramsOf(executionHref(key)))).toEqual(key);
    expect(readExecution(paramsOf(executionHref({ ...key, subIndex: '' })))).toEqual({ ...key, subIndex: '' });
    expect(readExecution({ source: 'x', workflow: 'orders', run: 'r', node: 'n' })).toBeNull();
    expect(readExecution({})).toBeNull();
  });
});
