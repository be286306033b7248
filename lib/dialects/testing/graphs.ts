import type { DefinitionText } from '../types';

/** What Dify's editor keeps, as its tables hold it: one line. */
const HTTP = {
  id: '1700000000001',
  type: 'custom',
  position: { x: 0, y: 0 },
  data: {
    ...{ type: 'http-request', title: 'Call ERP', method: 'post', url: 'https://erp.example/v1/orders' },
    error_strategy: 'fail-branch',
    retry_config: { retry_enabled: true, max_retries: 2, retry_interval: 1000 },
  },
};
const LLM = { id: '1700000000002', data: { type: 'llm', title: '分类', model: { name: 'm' }, selected: true } };
const AGENT = { id: 'agent', parentId: '1700000000002', data: { type: 'agent', title: 'Look it up' } };
const OFF = {
  id: 'off',
  data: {
    type: 'code',
    title: 'Sum',
    retry_config: { retry_enabled: false, max_retries: 3, retry_interval: 1000, x: 1 },
  },
};
const FAR = {
  id: 'far',
  data: { type: 'tool', retry_config: { retry_enabled: true, max_retries: 3, retry_interval: 0 } },
};
const REST = { edges: [{ source: '1700000000001', target: '1700000000002' }], viewport: { x: 0, y: 0, zoom: 1 } };

const graph = (fileName: string, text: string): DefinitionText => ({ fileName, sidecar: null, text });
const NODES = [HTTP, LLM, AGENT, OFF, FAR];

/** Dify graphs as its tables hold them, in the spellings that occur. */
export const GRAPHS: readonly DefinitionText[] = [
  graph('a0000000.json', JSON.stringify({ nodes: NODES, ...REST })),
  graph(
    'spaced.json',
    JSON.stringify({ nodes: NODES, ...REST }).replaceAll(/(?<=[",\d}\]])([:,])(?=["{[\dtf])/g, '$1 '),
  ),
  graph('tabs.json', JSON.stringify({ ...REST, nodes: NODES }, null, '\t')),
];
