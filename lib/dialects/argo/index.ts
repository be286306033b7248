import type { Dialect } from '../types';
import { locateArgo, sharedOfArgo } from './locate';
import { readArgo } from './read';
import { argoLosses, argoSchedule, VERSIONS } from './support';
import { writeArgo } from './write';

const KINDS = '(?:Workflow|WorkflowTemplate|ClusterWorkflowTemplate|CronWorkflow)';
const FLOW = [/["']?apiVersion["']?\s*:\s*["']?argoproj\.io\//, new RegExp(`["']?kind["']?\\s*:\\s*["']?${KINDS}\\b`)];
const BLOCK = [
  /^(?:\uFEFF|--- *)?["']?apiVersion["']?[ \t]*:[ \t]*["']?argoproj\.io\//m,
  new RegExp(`^(?:\uFEFF|--- *)?["']?kind["']?[ \\t]*:[ \\t]*["']?${KINDS}["']?[ \\t]*(?:#.*)?\\r?$`, 'm'),
];

/** Argo Workflows: workflows, their templates and schedules, in YAML and in JSON. */
export const argo: Dialect = {
  id: 'argo',
  label: 'Argo Workflows',
  detect: (text) => (/^\uFEFF?\s*\{/.test(text) ? FLOW : BLOCK).every((each) => each.test(text)),
  read: readArgo,
  write: writeArgo,
  locate: locateArgo,
  shared: sharedOfArgo,
  versions: VERSIONS,
  schedule: argoSchedule,
  support: argoLosses,
};
