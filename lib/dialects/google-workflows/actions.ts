import type { ActionKind } from '@/lib/model/action-kinds';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import type { GuessedAction } from '../guessed-actions';
import { own } from '../source/shape';

/** Connectors by the service that they reach; what is not here is somebody else's service (`third_party`). */
const KINDS: Readonly<Record<string, ActionKind>> = {
  ...kinds('database', [
    'bigquery',
    'bigquerydatatransfer',
    'bigtableadmin',
    'datastore',
    'firestore',
    'redis',
    'spanner',
    'sql',
    'sqladmin',
  ]),
  ...kinds('queue', ['pubsub', 'pubsublite', 'cloudtasks', 'eventarc', 'cloudscheduler']),
  ...kinds('object_storage', ['storage', 'storagetransfer']),
  ...kinds('sub_workflow', ['workflowexecutions', 'workflows']),
};
/** Modules of the standard library that reach nothing outside (Workflows, standard library). */
const INSIDE = ['base64', 'events', 'hash', 'json', 'list', 'map', 'math', 'retry', 'sys', 'text', 'time', 'uuid'];
/** Arguments that name what a connector reaches, best first. */
const NAMES = ['name', 'topic', 'queue', 'bucket', 'datasetId', 'workflow_id', 'instance', 'cluster', 'parent'];

/** Guesses what a step reaches outside, from its `call` and `args`. */
export function guessActions(engine: JsonObject): readonly GuessedAction[] {
  const call = own(engine, 'call');
  if (typeof call !== 'string' || call === '') return [];
  const args = own(engine, 'args');
  const said = isJsonObject(args) ? args : {};
  const [module = '', ...rest] = call.split('.');
  if (rest.length > 0 && INSIDE.includes(module)) return [];
  if (module === 'http') return [action(call, 'http', httpTarget(rest.join('.'), said))];
  if (call === 'experimental.executions.run')
    return [action(call, 'sub_workflow', text(own(said, 'workflow_id')) ?? call)];
  if (module === 'googleapis') {
    const [service = ''] = rest;
    const kind = Object.hasOwn(KINDS, service) ? (KINDS[service] ?? 'third_party') : 'third_party';
    const name = NAMES.map((key) => text(own(said, key))).find(Boolean);
    return [action(`${service} ${rest.at(-1)}`, kind, [rest.join('.'), name].filter(Boolean).join(' '))];
  }
  return [action(call, rest.length > 0 ? 'third_party' : 'sub_workflow', call)];
}

function httpTarget(method: string, args: JsonObject): string | undefined {
  const url = text(own(args, 'url'));
  if (!url) return undefined;
  const verb = method === 'request' ? text(own(args, 'method')) : method;
  return [verb?.toUpperCase(), url.replace(/^https?:\/\//, '')].filter(Boolean).join(' ');
}

function action(words: string, kind: ActionKind, target: string | undefined): GuessedAction {
  const dashed = words.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
  const id = dashed.replace(/[^a-z\d]+/g, '-').replace(/^-+|-+$/g, '') || 'call';
  return { id, kind, ...(target !== undefined && { target }) };
}

/** A text that is known before the workflow runs. */
function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith('${') ? value : null;
}

function kinds(kind: ActionKind, services: readonly string[]): Readonly<Record<string, ActionKind>> {
  return Object.fromEntries(services.map((service) => [service, kind]));
}
