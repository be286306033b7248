import { expect } from 'vitest';
import { isJsonObject, type Json } from '@/lib/shared/json';
import { parseSource } from '../source/parse';
import { toJson } from '../source/tree';

/** Keys of a step, and which of them need another beside them (Google's schema of workflows). */
const STEP_KEYS = [
  'call',
  'args',
  'result',
  'assign',
  'switch',
  'for',
  'parallel',
  'raise',
  'return',
  'steps',
  'next',
  'try',
  'retry',
  'except',
];
const NEEDS: Readonly<Record<string, string>> = { args: 'call', result: 'call', retry: 'try', except: 'try' };

/** Throws where a text breaks a rule of the engine that a policy's parts could break. */
export function expectValid(written: string, fileName: string): void {
  const { tree, diagnostics } = parseSource(written, fileName.endsWith('json') ? 'json' : 'yaml');
  expect(diagnostics).toEqual([]);
  const root = tree && toJson(tree.root);
  const workflows = Array.isArray(root) ? [{ steps: root }] : Object.values(isJsonObject(root) ? root : {});
  for (const each of workflows) expectSteps(isJsonObject(each) ? each.steps : undefined);
}

function expectSteps(steps: Json | undefined): void {
  expect(Array.isArray(steps) && steps.length).toBeGreaterThan(0);
  for (const item of Array.isArray(steps) ? steps : []) {
    const [entry, ...more] = Object.values(isJsonObject(item) ? item : {});
    expect(more).toEqual([]);
    expectStep(entry);
  }
}

function expectStep(step: Json | undefined): void {
  if (!isJsonObject(step)) throw new Error(JSON.stringify(step));
  expect(Object.keys(step).filter((key) => !STEP_KEYS.includes(key))).toEqual([]);
  for (const [key, needed] of Object.entries(NEEDS)) if (key in step) expect(step).toHaveProperty(needed);
  const { retry, steps, switch: cases, try: tried } = step;
  if (isJsonObject(retry)) {
    expect(Object.keys(retry).sort()).toEqual(['backoff', 'max_retries', 'predicate']);
    expect(retry.predicate).toMatch(/^\$\{[\w.]+\}$/);
    expect(Object.keys(isJsonObject(retry.backoff) ? retry.backoff : {}).sort()).toEqual([
      'initial_delay',
      'max_delay',
      'multiplier',
    ]);
  }
  if (steps !== undefined) expectSteps(steps);
  if (isJsonObject(tried)) expectStep(tried);
  for (const each of Array.isArray(cases) ? cases : []) {
    const condition = isJsonObject(each) ? each.condition : undefined;
    expect(typeof condition === 'boolean' || (typeof condition === 'string' && /^\$\{.+\}$/.test(condition))).toBe(
      true,
    );
    expect(String(condition).length).toBeLessThanOrEqual(400);
  }
  if (Array.isArray(cases)) expect(cases.length).toBeLessThanOrEqual(50);
}
