import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sidecarName } from '@/lib/dialects/file-name';
import { detectDialect, readDefinition } from '@/lib/dialects/registry';
import type { DialectId } from '@/lib/dialects/types';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import { hasErrors } from '@/lib/shared/diagnostic';
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

/** Files of the engines that are not Failpath's own format. */
const ENGINE_FILES: Readonly<Record<string, string>> = {
  'subscription-billing': 'subscription-billing.asl.json',
  'warehouse-sync': 'warehouse-sync.asl.yaml',
  'claims-handling': 'claims-handling.asl.json',
};

/** All sample workflows. Throws when a file has errors, or is not the workflow that its scenario names. */
export function readSampleWorkflows(): SampleWorkflow[] {
  return [...ORDER_WORKFLOWS, ...EXCHANGE_WORKFLOWS, ...FINANCE_WORKFLOWS, ...CUSTOMER_WORKFLOWS].map(readOne);
}

function readOne(scenario: WorkflowScenario): SampleWorkflow {
  const fileName = ENGINE_FILES[scenario.key] ?? `${scenario.key}.failpath.yaml`;
  const text = readFileSync(path.join(FOLDER, fileName), 'utf8');
  const beside = path.join(FOLDER, sidecarName(fileName));
  const sidecar = ENGINE_FILES[scenario.key] && existsSync(beside) ? readFileSync(beside, 'utf8') : null;
  const source = { text, sidecar, fileName };
  const dialect = detectDialect(text);
  const { workflow, diagnostics } = readDefinition(source, dialect);
  if (dialect === null || workflow === null || hasErrors(diagnostics) || workflow.key !== scenario.key)
    throw new Error(`${fileName} does not read as ${scenario.key}: ${JSON.stringify(diagnostics)}`);
  return { ...workflow, ...source, dialect, scenario };
}
