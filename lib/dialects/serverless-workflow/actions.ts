import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import type { GuessedAction } from '../guessed-actions';
import { own } from '../source/shape';

/** Kinds of tasks, by the key that makes one of them (`schema/workflow.yaml`, `task`); the first that is there counts. */
const KINDS = ['call', 'emit', 'for', 'fork', 'listen', 'raise', 'run', 'set', 'switch', 'try', 'wait', 'do'] as const;
/** What of them reaches outside, and so may fail by itself; all others only steer the flow or wait. */
const REACHING: readonly string[] = ['call', 'emit', 'listen', 'run'];
/** What `call` has of its own; any other name is a function. */
const CALLS: Readonly<Record<string, GuessedAction['kind']>> = {
  http: 'http',
  openapi: 'http',
  grpc: 'third_party',
  asyncapi: 'queue',
  mcp: 'third_party',
  a2a: 'third_party',
};

/** The key that makes a task what it is; null = none is there. */
export function kindOfTask(keys: readonly string[]): string | null {
  return KINDS.find((kind) => keys.includes(kind)) ?? null;
}

/** True where a failure policy may stand. */
export function reachesOutside(kind: string | null): boolean {
  return kind !== null && REACHING.includes(kind);
}

/** The type of a task, such as `call http` or `run container`; of a function, its name is no type. */
export function typeOfTask(kind: string | null, engine: JsonObject): string | null {
  const said = kind === null ? undefined : own(engine, kind);
  if (kind === 'call') return typeof said === 'string' && Object.hasOwn(CALLS, said) ? `call ${said}` : 'call';
  const what = kind === 'run' && isJsonObject(said) ? Object.keys(said)[0] : undefined;
  return what === undefined ? kind : `${kind} ${what}`;
}

/** What a task reaches outside, guessed from its kind and settings; never whether it may be done twice. */
export function guessActions(kind: string | null, engine: JsonObject): readonly GuessedAction[] {
  if (kind === 'emit') return [actionOf('emit', 'queue', within(engine, ['emit', 'event', 'with', 'type']))];
  if (kind === 'run') {
    const flow = within(engine, ['run', 'workflow']);
    if (!isJsonObject(flow)) return [];
    const name = [own(flow, 'namespace'), own(flow, 'name')].filter((each) => typeof each === 'string').join('/');
    return [actionOf('run', 'sub_workflow', name)];
  }
  const call = own(engine, 'call');
  if (kind !== 'call' || typeof call !== 'string') return [];
  const known = Object.hasOwn(CALLS, call) ? CALLS[call] : undefined;
  return known ? [actionOf(call, known, targetOf(call, engine))] : [actionOf('call', 'third_party', call)];
}

function targetOf(call: string, engine: JsonObject): Json | undefined {
  const setting = (...path: readonly string[]) => within(engine, ['with', ...path]);
  if (call === 'http') {
    const endpoint = setting('endpoint', 'uri') ?? setting('endpoint');
    const method = setting('method');
    if (typeof endpoint !== 'string') return undefined;
    return typeof method === 'string' ? `${method.toUpperCase()} ${endpoint}` : endpoint;
  }
  if (call === 'openapi') return setting('operationId');
  if (call === 'asyncapi') return setting('operation') ?? setting('channel');
  if (call !== 'grpc') return setting('method');
  const names = [setting('service', 'name'), setting('method')];
  return names.filter((each) => typeof each === 'string').join('/');
}

function within(value: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path) found = isJsonObject(found) ? own(found, key) : undefined;
  return found;
}

function actionOf(id: string, kind: GuessedAction['kind'], target: Json | undefined): GuessedAction {
  return { id, kind, ...(typeof target === 'string' && target !== '' && { target }) };
}
