import type { ActionKind } from '@/lib/model/action-kinds';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { actionId, type GuessedAction } from '../guessed-actions';
import { own } from '../source/shape';

/** The service and operation of a `Resource`, for example `dynamodb` and `putItem`. */
export interface Service {
  readonly service: string;
  readonly operation: string;
}

/** Kinds by service; what is not here is somebody else's service (`third_party`). */
const KINDS: Readonly<Record<string, ActionKind>> = {
  ...kinds('http', ['http', 'apigateway']),
  ...kinds('database', [
    'dynamodb',
    'rds',
    'rdsdata',
    'redshiftdata',
    'athena',
    'neptunedata',
    'docdb',
    'elasticache',
    'timestreamquery',
    'timestreamwrite',
    'opensearch',
  ]),
  ...kinds('queue', ['sqs', 'sns', 'events', 'eventbridge', 'kinesis', 'firehose', 'scheduler', 'kafka', 'mq']),
  ...kinds('object_storage', ['s3', 's3control', 'glacier', 'efs', 'ebs']),
  ...kinds('sub_workflow', ['states']),
};
/** Parameters that name what a task reaches, best first. */
const NAMES = [
  'FunctionName',
  'TableName',
  'QueueUrl',
  'TopicArn',
  'Bucket',
  'StateMachineArn',
  'StreamName',
  'EventBusName',
  'Name',
  'JobName',
  'ClusterArn',
];

/** Guesses a state's outbound actions from its `Resource` and parameters, or from where a Map reads and writes. */
export function guessActions(engine: JsonObject): readonly GuessedAction[] {
  if (own(engine, 'Type') === 'Task') return guess(own(engine, 'Resource'), parameters(engine));
  return [
    ...guessPart(own(engine, 'ItemReader'), 'read-items'),
    ...guessPart(own(engine, 'ResultWriter'), 'write-results'),
  ];
}

/** Takes a `Resource` apart; null for what is no ARN (a variable of a deployment template). */
export function serviceOf(resource: Json | undefined): Service | null {
  if (typeof resource !== 'string') return null;
  const parts = resource.split(':');
  if (parts[0] !== 'arn' || parts.length < 6) return null;
  const [, , service = '', , , first = '', ...rest] = parts;
  if (service === 'lambda') return { service: 'lambda', operation: 'invoke' };
  if (service !== 'states') return { service, operation: first };
  if (first === 'activity') return { service: 'activity', operation: rest[0] ?? '' };
  const [name, operation] = first === 'aws-sdk' ? rest : [first, rest[0]];
  return { service: name ?? '', operation: (operation ?? '').replace(/\..*$/, '') };
}

/** True where the engine reports HTTP status codes: its own HTTP task. */
export function isHttpTask(resource: Json | undefined): boolean {
  const found = serviceOf(resource);
  return found?.service === 'http' && found.operation === 'invoke';
}

function guess(resource: Json | undefined, params: JsonObject, id?: string): readonly GuessedAction[] {
  if (typeof resource !== 'string' || resource === '') return [];
  const found = serviceOf(resource);
  if (!found) return [{ id: id ?? 'call', kind: 'third_party', target: resource }];
  const { service, operation } = found;
  const target =
    service === 'http' || service === 'apigateway' ? httpTarget(params) : namedTarget(found, params, resource);
  return [{ id: id ?? actionId(`${service} ${operation}`), kind: kindOf(found), ...(target && { target }) }];
}

function guessPart(part: Json | undefined, id: string): readonly GuessedAction[] {
  return isJsonObject(part) ? guess(own(part, 'Resource'), parameters(part), id) : [];
}

function kindOf({ service, operation }: Service): ActionKind {
  if (service === 'sfn') return /^start(?:Sync)?Execution$/.test(operation) ? 'sub_workflow' : 'third_party';
  return Object.hasOwn(KINDS, service) ? (KINDS[service] ?? 'third_party') : 'third_party';
}

function parameters(part: JsonObject): JsonObject {
  const found = own(part, 'Parameters') ?? own(part, 'Arguments');
  return isJsonObject(found) ? found : {};
}

function httpTarget(params: JsonObject): string | null {
  const endpoint = text(params, 'ApiEndpoint');
  if (!endpoint) return null;
  return [text(params, 'Method'), endpoint.replace(/^https?:\/\//, '')].filter(Boolean).join(' ');
}

function namedTarget({ service, operation }: Service, params: JsonObject, resource: string): string {
  const name = NAMES.map((key) => text(params, key)).find(Boolean);
  const last = (name ?? (service === 'lambda' && resource.startsWith('arn:aws:lambda') ? resource : '')).replace(
    /^.*[:/](?=[^:/]+$)/,
    '',
  );
  return [service, operation, last].filter(Boolean).join(' ');
}

function text(params: JsonObject, key: string): string | null {
  const value = own(params, key);
  return typeof value === 'string' && !value.startsWith('{%') ? value : null;
}

function kinds(kind: ActionKind, services: readonly string[]): Readonly<Record<string, ActionKind>> {
  return Object.fromEntries(services.map((service) => [service, kind]));
}
