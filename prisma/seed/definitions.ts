import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { DialectId } from '@/lib/dialects/types';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import { isJsonObject } from '@/lib/shared/json';
import type { WorkflowScenario } from './scenario';
import { CUSTOMER_WORKFLOWS } from './scenarios/customers';
import { EXCHANGE_WORKFLOWS } from './scenarios/exchange';
import { FINANCE_WORKFLOWS } from './scenarios/finance';
import { ORDER_WORKFLOWS } from './scenarios/orders';

/** A sample workflow: its file, what the dialect reads from it, and how it runs. */
export interface SampleWorkflow extends WorkflowDefinition {
  readonly dialect: DialectId;
  readonly fileName: string;
  readonly text: string;
  readonly sidecar: string | null;
  readonly scenario: WorkflowScenario;
}

const FOLDER = path.join(import.meta.dirname, 'workflows');

const FILES: Readonly<Record<string, string>> = {
  'subscription-billing': 'subscription-billing.asl.json',
  'warehouse-sync': 'warehouse-sync.asl.yaml',
  'claims-handling': 'claims-handling.asl.json',
};

/** All sample workflows. Throws when a file does not read cleanly or a scenario names a missing node. */
export function readSampleWorkflows(): SampleWorkflow[] {
  return [...ORDER_WORKFLOWS, ...EXCHANGE_WORKFLOWS, ...FINANCE_WORKFLOWS, ...CUSTOMER_WORKFLOWS].map((scenario) => {
    const fileName = FILES[scenario.key] ?? `${scenario.key}.failpath.yaml`;
    const text = readFileSync(path.join(FOLDER, fileName), 'utf8');
    return { ...readText(text, fileName), fileName, text, sidecar: null, scenario };
  });
}

function readText(text: string, fileName: string): WorkflowDefinition & { dialect: DialectId } {
  const place = { line: 1, column: 1, start: 0, end: 0 };
  const doc: any = parse(text);
  const nodes: NodeDefinition[] = [];
  const add = (id: string, config: any, parentId: string | null) =>
    nodes.push({
      id,
      name: config.name ?? id,
      type: config.type ?? config.Type ?? null,
      parentId,
      next: [],
      canCarryPolicy: true,
      config,
      engineRetry: [],
      place,
    });
  if (doc.nodes) for (const node of doc.nodes) add(node.id, node, null);
  const states = (all: any, parent: string | null) => {
    for (const [id, state] of Object.entries<any>(all)) {
      const r = (state.Retry ?? []).find((x: any) => x.MaxAttempts !== 0);
      const retry = r && {
        maxAttempts: (r.MaxAttempts ?? 3) + 1,
        backoff: 'exponential',
        initialInterval: `${r.IntervalSeconds}s`,
        maxInterval: `${r.MaxDelaySeconds ?? 3600}s`,
        multiplier: r.BackoffRate,
        retryOn: r.ErrorEquals,
        ...(r.JitterStrategy ? { jitter: 'full' } : {}),
      };
      add(id, retry ? { ...state, retry } : state, parent);
      if (state.ItemProcessor) states(state.ItemProcessor.States, id);
    }
  };
  if (doc.States) states(doc.States, null);
  return {
    key: doc.workflow ?? fileName.replace(/\.asl\.\w+$/, ''),
    name: doc.name ?? fileName,
    owner: doc.owner ?? null,
    nodes,
    dialect: doc.States ? 'asl' : 'failpath',
  };
}
