import { parse } from 'yaml';
import type { NodeDefinition, WorkflowDefinition } from '@/lib/model/workflow';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';

/** Stands in until the Step Functions dialect reads; states and their one schedule, nothing else. */
export function readAsl(text: string, key: string): WorkflowDefinition {
  const doc: Json = parse(text);
  const nodes: NodeDefinition[] = [];
  const place = { line: 1, column: 1, start: 0, end: 0 };
  const add = (states: Json | undefined, parentId: string | null) => {
    if (!isJsonObject(states)) return;
    for (const [id, state] of Object.entries(states)) {
      if (!isJsonObject(state)) continue;
      const retrier = Array.isArray(state.Retry)
        ? state.Retry.find((each: Json) => isJsonObject(each) && each.MaxAttempts !== 0)
        : null;
      const config: JsonObject = isJsonObject(retrier) ? { ...state, retry: schedule(retrier) } : state;
      const canCarryPolicy = ['Task', 'Map', 'Parallel'].includes(String(state.Type));
      nodes.push({
        id,
        name: id,
        type: String(state.Type),
        parentId,
        next: [],
        canCarryPolicy,
        config,
        engineRetry: [],
        place,
      });
      if (isJsonObject(state.ItemProcessor)) add(state.ItemProcessor.States, id);
    }
  };
  if (isJsonObject(doc)) add(doc.States, null);
  return { key, name: key, owner: null, nodes };
}

function schedule(retrier: JsonObject): JsonObject {
  const multiplier = retrier.BackoffRate ?? 2;
  return {
    maxAttempts: Number(retrier.MaxAttempts ?? 3) + 1,
    backoff: 'exponential',
    initialInterval: `${String(retrier.IntervalSeconds ?? 1)}s`,
    maxInterval: `${String(retrier.MaxDelaySeconds ?? 3600)}s`,
    multiplier,
    retryOn: retrier.ErrorEquals,
    ...(retrier.JitterStrategy === 'FULL' ? { jitter: 'full' } : {}),
  };
}
