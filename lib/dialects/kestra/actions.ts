import type { ActionKind } from '@/lib/model/action-kinds';
import type { Json, JsonObject } from '@/lib/shared/json';
import { actionId, type GuessedAction } from '../guessed-actions';
import { own } from '../source/shape';

/** What is part of Kestra itself, under its names of today and of before 0.18. */
const CORE = /^io\.kestra\.(?:plugin\.core|core\.tasks)\./;
const CORE_KINDS: readonly (readonly [RegExp, ActionKind])[] = [
  [/\.http\.\w+$/, 'http'],
  [/\.(?:flow\.(?:Subflow|ForEachItem)|flows\.(?:Subflow|ForEachItem|Flow))$/, 'sub_workflow'],
];
/** Only steers the flow: its own retry is that of the tasks within it. */
const STEERING =
  /^io\.kestra\.(?:plugin\.core\.flow|core\.tasks\.flows)\.(?:Parallel|Sequential|AllowFailure|Dag|EachParallel|EachSequential|ForEach|If|Pause|Switch|Template|WaitFor|LoopUntil|WorkingDirectory|Worker)$/;
/** Begins other flows, but is none of the tasks that Kestra itself tries again. */
const NOT_RETRIED = /\.(?:flow|flows)\.ForEachItem$/;
/** Plugins by the part of their name behind `io.kestra.plugin.`, the first that fits. */
const KINDS: readonly (readonly [RegExp, ActionKind | null])[] = [
  [/^(?:scripts|terraform|ansible|git)\b/, null],
  [/^fs\.http\b/, 'http'],
  [/^(?:aws\.(?:sqs|sns|kinesis|eventbridge)|gcp\.pubsub|azure\.(?:eventhubs|servicebus))\b/, 'queue'],
  [/^(?:kafka|amqp|pulsar|mqtt|nats|jms|solace|zeebe|redis\.(?:pubsub|list))\b/, 'queue'],
  [/^(?:aws\.s3|gcp\.gcs|azure\.storage\.(?:blob|adls)|minio|fs\.\w+|googleworkspace\.drive)\b/, 'object_storage'],
  [
    /^(?:aws\.(?:dynamodb|athena)|gcp\.(?:bigquery|firestore|spanner)|azure\.storage\.(?:table|cosmosdb))\b/,
    'database',
  ],
  [
    /^(?:jdbc|cassandra|mongodb|elasticsearch|opensearch|neo4j|couchbase|redis|surrealdb|weaviate|debezium)\b/,
    'database',
  ],
];
/** Settings that name what a task reaches, best first. */
const NAMES = [
  'uri',
  'topic',
  'exchange',
  'queueUrl',
  'topicArn',
  'subject',
  'queue',
  'bucket',
  'container',
  'tableName',
  'table',
  'collection',
  'index',
  'url',
  'connectionString',
  'host',
  'channel',
];

/** True for a task that only holds others; what fails there are those. */
export function isSteering(type: string): boolean {
  return STEERING.test(type);
}

/** True where Kestra tries a failed task of this type again (`ExecutorService`: what a worker runs, and subflows). */
export function isRetried(type: string): boolean {
  return !STEERING.test(type) && !NOT_RETRIED.test(type);
}

/** Guesses a task's outbound action from its type and settings. What runs scripts of its own is not guessed. */
export function guessActions(engine: JsonObject): readonly GuessedAction[] {
  const type = own(engine, 'type');
  const kind = typeof type === 'string' ? kindOf(type) : null;
  if (kind === null || typeof type !== 'string') return [];
  const target = targetOf(kind, engine);
  return [{ id: actionId(type.split('.').at(-1) ?? type), kind, ...(target && { target }) }];
}

function kindOf(type: string): ActionKind | null {
  if (CORE.test(type)) return CORE_KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? null;
  const plugin = /^io\.kestra\.plugin\.(.+)$/.exec(type)?.[1];
  if (plugin === undefined) return 'third_party';
  const known = KINDS.find(([pattern]) => pattern.test(plugin));
  return known ? known[1] : 'third_party';
}

function targetOf(kind: ActionKind, engine: JsonObject): string | null {
  if (kind === 'sub_workflow') {
    const [namespace, flow] = [text(own(engine, 'namespace')), text(own(engine, 'flowId'))];
    return flow && [namespace, flow].filter(Boolean).join('.');
  }
  const name = NAMES.flatMap((key) => text(own(engine, key)) ?? [])[0] ?? null;
  if (kind !== 'http' || name === null) return name;
  return `${text(own(engine, 'method'))?.toUpperCase() ?? 'GET'} ${name}`;
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
