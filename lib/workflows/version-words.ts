import { diffDocuments } from '@/lib/policy/diff';
import { durationPhrase, type Phrase } from '@/lib/policy/phrase';
import { RECORD_FIELDS, THRESHOLD_SOURCES } from '@/lib/policy/vocabulary';
import { parseDuration } from '@/lib/shared/duration';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { type ComparablePolicy, comparable } from './version-policy';

/** Names for what policies say by a short name. */
export interface ChangeContext {
  /** Names of owner groups by slug. */
  readonly groupNames?: ReadonlyMap<string, string>;
  /** Names of people as the reader knows them, by the name that is kept. */
  readonly actorNames?: ReadonlyMap<string, string>;
}

/** One thing that two policies say differently: what it is about, and what each of them says. */
export interface ChangeWords {
  readonly label: Phrase;
  readonly before: Phrase;
  readonly after: Phrase;
}

/**
 * What differs between two policies as written, valid or not, as phrases below `policy.change`. List
 * entries are told apart by their name and not by their place: rules by code, actions by id.
 */
export function policyChanges(before: JsonObject, after: JsonObject, context: ChangeContext = {}): ChangeWords[] {
  const [was, is] = [comparable(before), comparable(after)];
  const seen = new Set<string>();
  return differences(was, is).flatMap(({ path, before: old, after: next }): ChangeWords[] => {
    const topic = topicOf(path.map(String), was, is);
    if (topic === null || seen.has(topic.key)) return [];
    seen.add(topic.key);
    const [a, b] = topic.whole ? [topic.whole(was), topic.whole(is)] : [json(old), json(next)];
    if (Array.isArray(a) && Array.isArray(b)) return [{ label: topic.label, ...listWords(a, b) }];
    return [{ label: topic.label, before: topic.say(a, context), after: topic.say(b, context) }];
  });
}

function differences(was: JsonObject, is: JsonObject) {
  return diffDocuments(was, is);
}

interface Topic {
  /** Differences of one key are said once. */
  readonly key: string;
  readonly label: Phrase;
  /** The value as a whole, where the place of the difference is too small to be understood. */
  readonly whole?: (policy: ComparablePolicy) => Json | undefined;
  readonly say: (value: Json | undefined, context: ChangeContext) => Phrase;
}

const RETRY_FIELDS: Readonly<Record<string, Topic['say']>> = {
  maxAttempts: raw,
  backoff: (value) => term('backoff', value, ['fixed', 'linear', 'exponential']),
  initialInterval: duration,
  maxInterval: duration,
  multiplier: raw,
  jitter: (value) => term('jitter', value, ['none', 'full', 'equal']),
  maxElapsed: duration,
};
const ACTION_FIELDS: Readonly<Record<string, Topic['say']>> = {
  kind: (value) => term('kind', value, ['http', 'database', 'queue', 'object_storage', 'third_party', 'sub_workflow']),
  target: raw,
  idempotent: yesNo,
  repeatable: yesNo,
  safeguard,
};

function topicOf(path: readonly string[], was: ComparablePolicy, is: ComparablePolicy): Topic | null {
  const [part = '', name, field] = path;
  const other: Topic = { key: path.join('\n'), label: phrase('label.other', { path: path.join('.') }), say: raw };
  switch (part) {
    case 'owner':
      return { key: part, label: phrase('label.owner'), say: owner };
    case 'retry':
      if (name === undefined) return { key: part, label: phrase('label.retry'), say: retry };
      return sayField(RETRY_FIELDS, name, other, {
        key: `${part}\n${name}`,
        label: phrase(`label.${name}`),
        whole: (policy) => own(policy.retry, name),
      });
    case 'retryOn':
      return { key: part, label: phrase('label.retryOn'), whole: (policy) => policy.retryOn, say: retryOn };
    case 'waiver':
      return { key: part, label: phrase('label.waiver'), whole: (policy) => policy.waiver, say: waiver };
    case 'onExhausted':
      if (name === undefined) return { key: part, label: phrase('label.onExhausted'), say: exhausted };
      if (name === 'notify') return { key: other.key, label: phrase('label.notify'), say: notify };
      if (name === 'record')
        return { key: `${part}\n${name}`, label: phrase('label.record'), whole: recordOf, say: record };
      return other;
    case 'silence':
      return { key: part, label: phrase('label.silence'), say: silence };
    case 'classification':
      return name === undefined ? other : entry('classification', name, ruleLabel, rule);
    case 'thresholds':
      return name === undefined ? other : entry('thresholds', name, thresholdLabel, threshold);
    case 'actions':
      if (name === undefined) return other;
      if (field === undefined) return entry('actions', name, actionLabel, action);
      return sayField(ACTION_FIELDS, field, other, {
        key: `${part}\n${name}\n${field}`,
        label: phrase(`label.action.${field}`, { id: name }),
        whole: (policy) => own(own(policy.actions, name), field),
      });
    case 'written':
      return writtenTopic(name, was, is);
    default:
      return other;
  }
}

/** `[]` and no key at all: told apart where no entries on either side say it. */
function writtenTopic(name: string | undefined, was: ComparablePolicy, is: ComparablePolicy): Topic | null {
  if (name !== 'actions' && name !== 'classification' && name !== 'thresholds') return null;
  if (was.written[name] === 'entries' || is.written[name] === 'entries') return null;
  const say: Topic['say'] = (value) => phrase(value === 'empty' ? `value.empty.${name}` : 'value.absent');
  return { key: `written\n${name}`, label: phrase(`label.list.${name}`), say };
}

/** A field that we have words for; any other is said as it stands, each place of it for itself. */
function sayField(
  fields: Readonly<Record<string, Topic['say']>>,
  name: string,
  other: Topic,
  topic: Omit<Topic, 'say'>,
): Topic {
  const say = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return say ? { ...topic, say } : other;
}

function entry(
  list: 'classification' | 'thresholds' | 'actions',
  name: string,
  label: (name: string) => Phrase,
  say: Topic['say'],
): Topic {
  return { key: `${list}\n${name}`, label: label(name), whole: (policy) => own(policy[list], name), say };
}

function ruleLabel(name: string): Phrase {
  const [code = name, forAction] = name.split('\n');
  return forAction ? phrase('label.ruleFor', { code, action: forAction }) : phrase('label.rule', { code });
}

function thresholdLabel(name: string): Phrase {
  return name === '*' ? phrase('label.thresholdAny') : phrase('label.threshold', { code: name });
}

function actionLabel(name: string): Phrase {
  return phrase('label.action.whole', { id: name });
}

function owner(value: Json | undefined, context: ChangeContext): Phrase {
  return value === undefined ? phrase('value.noOwner') : group(value, context);
}

function group(value: Json | undefined, { groupNames }: ChangeContext): Phrase {
  if (typeof value !== 'string') return raw(value);
  return phrase('value.text', { text: groupNames?.get(value) ?? value });
}

function notify(value: Json | undefined, context: ChangeContext): Phrase {
  return value === undefined ? phrase('value.notifyOwner') : group(value, context);
}

function retry(value: Json | undefined, context: ChangeContext): Phrase {
  if (!isJsonObject(value)) return raw(value);
  const { maxAttempts } = value;
  if (maxAttempts === 1) return phrase('value.once');
  if (typeof maxAttempts !== 'number') return raw(value);
  const parts = ['backoff', 'initialInterval', 'maxInterval', 'multiplier', 'jitter', 'maxElapsed'].flatMap((name) => {
    const said = value[name] === undefined ? undefined : RETRY_FIELDS[name]?.(value[name], context);
    return said ? [phrase(`value.retryPart.${name}`, { value: said })] : [];
  });
  return list([phrase('value.tries', { attempts: maxAttempts }), ...parts]);
}

function retryOn(value: Json | undefined): Phrase {
  if (value === 'catalogue') return phrase('value.catalogue');
  return Array.isArray(value) ? entries(value) : raw(value);
}

function waiver(value: Json | undefined, { actorNames }: ChangeContext): Phrase {
  if (!isJsonObject(value) || typeof value.by !== 'string' || typeof value.reason !== 'string') return raw(value);
  return phrase('value.waiver', { by: actorNames?.get(value.by) ?? value.by, reason: value.reason });
}

function exhausted(value: Json | undefined, context: ChangeContext): Phrase {
  if (!isJsonObject(value) || value.action !== 'manual') return raw(value);
  const told = typeof value.notify === 'string' ? group(value.notify, context) : phrase('value.notifyOwner');
  return list([phrase('value.manual', { told }), ...(value.record === undefined ? [] : [record(value.record)])]);
}

function record(value: Json | undefined): Phrase {
  if (!Array.isArray(value)) return raw(value);
  const complete = RECORD_FIELDS.every((field) => value.includes(field));
  return complete && value.length === RECORD_FIELDS.length ? phrase('value.recordComplete') : entries(value);
}

function recordOf({ onExhausted }: ComparablePolicy): Json | undefined {
  return isJsonObject(onExhausted) ? onExhausted.record : undefined;
}

function silence(value: Json | undefined): Phrase {
  return value === undefined ? phrase('value.silenceDefault') : duration(value);
}

function rule(value: Json | undefined): Phrase {
  if (value === undefined) return phrase('value.unclassified');
  if (!isJsonObject(value) || (value.class !== 'transient' && value.class !== 'terminal')) return raw(value);
  const reason = typeof value.reason === 'string' && value.reason !== '' ? value.reason : null;
  const said = phrase(`value.class.${value.class}`);
  return reason === null ? said : phrase('value.because', { said, reason });
}

function threshold(value: Json | undefined): Phrase {
  if (!isJsonObject(value)) return raw(value);
  const { failures, window } = value;
  if (typeof failures !== 'number' || typeof window !== 'string') return raw(value);
  const said = phrase('value.threshold', { failures, window: duration(window), source: backing(value) });
  const { reason } = value;
  return typeof reason === 'string' && reason !== ''
    ? phrase('value.because', { said, reason: shorten(reason) })
    : said;
}

/** Where a threshold comes from, with its sample: figures that are measured again are a change too. */
function backing({ threshold_source: source, sample_size, failure_count, measured_at }: JsonObject): Phrase {
  const sampled = typeof sample_size === 'number' && typeof failure_count === 'number';
  const day = typeof measured_at === 'string' ? measured_at.slice(0, 10) : null;
  const figures = { sample: Number(sample_size), failed: Number(failure_count) };
  if (source === 'measured' && sampled && day !== null)
    return phrase('value.sourceSample.measured', { ...figures, day });
  if (source === 'pending-observation' && sampled) return phrase(`value.sourceSample.${source}`, figures);
  return term('source', source, THRESHOLD_SOURCES);
}

function action(value: Json | undefined, context: ChangeContext): Phrase {
  if (!isJsonObject(value)) return raw(value);
  const parts = Object.keys(ACTION_FIELDS).flatMap((name) => {
    const said = value[name] === undefined ? undefined : ACTION_FIELDS[name]?.(value[name], context);
    return said ? [phrase(`value.actionPart.${name}`, { value: said })] : [];
  });
  const [first, ...others] = parts;
  return first ? list([first, ...others]) : raw(value);
}

function safeguard(value: Json | undefined): Phrase {
  if (!isJsonObject(value)) return raw(value);
  const { kind, enforcedBy, note } = value;
  const said = phrase('value.safeguard', {
    kind: term('safeguardKind', kind, ['idempotency_key', 'upsert', 'dedup']),
    by: term('enforcedBy', enforcedBy, ['sender', 'receiver', 'nobody']),
  });
  return typeof note === 'string' && note !== '' ? phrase('value.because', { said, reason: note }) : said;
}

function yesNo(value: Json | undefined): Phrase {
  if (value === undefined) return phrase('value.unknown');
  return typeof value === 'boolean' ? phrase(`value.${value ? 'yes' : 'no'}`) : raw(value);
}

function duration(value: Json | undefined): Phrase {
  const ms = typeof value === 'string' ? parseDuration(value) : null;
  return ms === null ? raw(value) : durationPhrase(ms);
}

function term(kind: string, value: Json | undefined, known: readonly string[]): Phrase {
  return typeof value === 'string' && known.includes(value) ? phrase(`value.${kind}.${value}`) : raw(value);
}

const MAX_ENTRIES = 8;
const MAX_TEXT = 160;

/** Two lists of plain values: how long each is, and what stands only in it. */
function listWords(before: readonly Json[], after: readonly Json[]): Pick<ChangeWords, 'before' | 'after'> {
  const only = (here: readonly Json[], there: readonly Json[]) => {
    const others = new Set(there.map((each) => JSON.stringify(each)));
    const mine = here.filter((each) => !others.has(JSON.stringify(each)));
    if (mine.length === 0) return phrase('value.entries', { count: here.length });
    return phrase('value.entriesOnly', { count: here.length, only: some(mine) });
  };
  const said = { before: only(before, after), after: only(after, before) };
  const same = [said.before, said.after].every(({ key }) => key === 'change.value.entries');
  return same && before.length === after.length
    ? { ...said, after: phrase('value.entriesOrder', { count: after.length }) }
    : said;
}

function entries(values: readonly Json[]): Phrase {
  if (values.length === 0) return phrase('value.noEntries');
  return phrase('value.entriesAll', { count: values.length, all: some(values) });
}

function some(values: readonly Json[]): NonNullable<Phrase['values']>[string] {
  const shown = values.length > MAX_ENTRIES ? values.slice(0, MAX_ENTRIES - 1) : values;
  const more = values.length - shown.length;
  const rest: Phrase[] = more > 0 ? [phrase('value.more', { count: more })] : [];
  return { join: 'and', list: [...shown.map((each) => shorten(textOf(each))), ...rest] };
}

function list([first, ...others]: readonly [Phrase, ...Phrase[]]): Phrase {
  return others.reduce<Phrase>((all, part) => ({ key: 'list.comma', values: { first: all, second: part } }), first);
}

function raw(value: Json | undefined): Phrase {
  return value === undefined ? phrase('value.none') : phrase('value.text', { text: shorten(textOf(value)) });
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function phrase(key: string, values?: Phrase['values']): Phrase {
  return values ? { key: `change.${key}`, values } : { key: `change.${key}` };
}

function own(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** `diffDocuments` speaks of unknown values; what it was given was JSON. */
function json(value: unknown): Json | undefined {
  const copy: Json | undefined = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  return copy;
}
