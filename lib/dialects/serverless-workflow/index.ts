import type { Dialect } from '../types';
import { locateServerless, sharedOfServerless } from './locate';
import { readServerless } from './read';
import { RUNTIMES, serverlessLosses, serverlessSchedule } from './support';
import { wrapsOfServerless, writeServerless } from './write';

/** Serverless Workflow: the DSL from 1.0 on, in YAML or JSON. */
export const serverlessWorkflow: Dialect = {
  id: 'serverless-workflow',
  label: 'Serverless Workflow',
  detect: (text) => isYaml(text) || isJson(text),
  read: readServerless,
  write: writeServerless,
  locate: locateServerless,
  shared: sharedOfServerless,
  wraps: wrapsOfServerless,
  versions: RUNTIMES,
  schedule: serverlessSchedule,
  support: serverlessLosses,
};

function isYaml(text: string): boolean {
  const top = [/^\uFEFF?["']?document["']?[ \t]*:/m, /^\uFEFF?["']?do["']?[ \t]*:/m].every((key) => key.test(text));
  return top && /^[ \t]+["']?dsl["']?[ \t]*:|^\uFEFF?["']?document["']?[ \t]*:[^\n]*\bdsl["']?[ \t]*:/m.test(text);
}

function isJson(text: string): boolean {
  if (!/^\uFEFF?\s*\{/.test(text)) return false;
  return /"document"\s*:\s*\{/.test(text) && /"dsl"\s*:\s*"/.test(text) && /"do"\s*:\s*\[/.test(text);
}
