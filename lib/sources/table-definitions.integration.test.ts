import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { testContext } from '@/lib/testing/context';
import { runOn } from '@/lib/testing/server';
import { withSource } from './read';
import { type SourceMappingInput, sourceMappingSchema } from './schema';
import { definitionsStatement, readDefinitionRow } from './statements';

const ctx = testContext();
type Definitions = NonNullable<Extract<SourceMappingInput, { kind: 'tables' }>['definitions']>;

async function definitions(spec: Definitions): Promise<string[]> {
  const attempts = {
    from: { schema: 'x', table: 'x' },
    nodeId: { column: 'x' },
    workflowId: { column: 'x' },
    runId: { column: 'x' },
    status: { column: 'x' },
    occurredAt: { column: { column: 'x' }, kind: 'timestamptz' as const },
  };
  const mapping = sourceMappingSchema.parse({ kind: 'tables', definitions: spec, attempts });
  const statement = definitionsStatement(mapping);
  if (statement === null) throw new Error('no statement');
  const read = await withSource({ url: ctx.url, own: true }, (reader) =>
    reader.all<Record<string, unknown>>(statement, 100),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.map((row) => {
    const found = readDefinitionRow(mapping, row);
    const nodes = found?.nodes.map(({ id, parent, type }) => [parent, id, type].filter(Boolean).join('/'));
    return `${found?.workflow_id} ${found?.name} ${found?.version_id}: ${nodes?.join(' ')}`;
  });
}

beforeAll(async () => {
  for (const name of ['00_common', 'conductor', 'airflow', 'vm0', 'windmill']) {
    const file = path.join(import.meta.dirname, '../../testdata/platforms', `${name}.sql`);
    await runOn(ctx.url, await readFile(file, 'utf8'));
  }
});

it('Conductor: an array within JSON that is kept as text', async () => {
  const found = await definitions({
    from: { schema: 'cdt', table: 'meta_workflow_def' },
    workflowId: { column: 'name' },
    version: { column: 'version' },
    nodes: {
      kind: 'json_array',
      array: { column: 'json_data', path: ['tasks'] },
      id: ['taskReferenceName'],
      type: ['type'],
      children: [['decisionCases'], ['loopOver']],
    },
  });
  expect(found).toEqual(['triage null 1: call_erp_ref/SIMPLE']);
});

it('Airflow: ids that stand deeper', async () => {
  const found = await definitions({
    from: { schema: 'af', table: 'serialized_dag' },
    workflowId: { column: 'dag_id' },
    nodes: {
      kind: 'json_array',
      array: { column: 'data', path: ['dag', 'tasks'] },
      id: ['__var', 'task_id'],
      type: ['__var', 'task_type'],
    },
  });
  expect(found).toEqual(['triage null null: call_erp/HttpOperator']);
});

it('VM0: a workflow that is its only node', async () => {
  const found = await definitions({
    from: { schema: 'vm0', table: 'workflows' },
    workflowId: { column: 'id' },
    name: { column: 'display_name' },
    nodes: { kind: 'itself' },
  });
  expect(found[0]).toBe('10000000-0000-0000-0000-000000000001 Daily report null: 10000000-0000-0000-0000-000000000001');
});

it('nodes that are rows, of the live version', async () => {
  await runOn(
    ctx.url,
    `create schema steps; create table steps.step (flow text, version int, node text, kind text, live boolean);
     insert into steps.step values ('f', 2, 'b', 'http', true), ('f', 2, 'a', null, true), ('f', 1, 'old', null, false), ('g', 1, 'c', null, null)`,
  );
  const spec: Definitions = {
    from: { schema: 'steps', table: 'step' },
    workflowId: { column: 'flow' },
    version: { column: 'version' },
    filters: [{ column: { column: 'live' }, op: 'in', values: ['true', null] }],
    nodes: { kind: 'rows', id: { column: 'node' }, type: { column: 'kind' } },
  };
  expect(await definitions(spec)).toEqual(['f null 2: a b/http', 'g null 1: c']);
});
