import { DAY_MS } from '@/lib/shared/clock';
import { CATALOGUE, type CatalogueExtra, normaliseCode } from './catalogue';
import { type Candidate, type Classification, candidates, classifyInput, patternKey } from './classify';
import { diffDocuments } from './diff';
import { durationPhrase, type Phrase, type PhraseList } from './phrase';
import { recipientOf } from './recipient';
import { attemptTimes, givesUpAfter } from './schedule';
import type { NodePolicy, Retry } from './schema';
import { DEFAULT_SILENCE_MS, POLICY_KEYS } from './vocabulary';
import { toDocument } from './written';

export interface DescribeContext {
  /** Owner group (slug) that the node inherits from its workflow. */
  readonly inheritedOwner?: string | null;
  /** Names of owner groups by slug; a slug without a name stands for itself. */
  readonly groupNames?: ReadonlyMap<string, string>;
  readonly extra?: CatalogueExtra;
}

/**
 * What happens on a failure, one sentence each: transient codes, terminal codes, all others, safeguards
 * that are relied upon and by whom, a waiver, silence, thresholds.
 */
export function describePolicy(policy: NodePolicy, context: DescribeContext = {}): Phrase[] {
  const told = toldPhrase(policy, context);
  const all = candidates(classifyInput(policy, context.extra));
  const transient = all.filter((each) => each.class === 'transient');
  const terminal = all.filter((each) => each.class === 'terminal');
  const closed = policy.retry?.retryOn !== undefined;
  const retried = retries(policy);
  const allowed = policy.retry?.maxAttempts ?? 1;
  const sentences: Phrase[] = [];
  if (retried === null && allowed > 1 && closed && transient.length === 0)
    sentences.push({ key: 'sentence.nothing_retried', values: { attempts: allowed, told } });
  else if (retried === null) sentences.push({ key: 'sentence.no_retry', values: { told } });
  else {
    const known: Phrase[] = closed ? [] : [{ key: 'codes.catalogue' }];
    const codes = anyOf([...codePhrases(transient, context.extra), ...known]);
    sentences.push({ key: 'sentence.retry', values: { codes, ...figures(retried), told } });
    if (terminal.length > 0)
      sentences.push({
        key: 'sentence.terminal',
        values: { codes: anyOf(codePhrases(terminal, context.extra)), told },
      });
    if (!all.some((each) => patternKey(each.pattern, context.extra) === '*'))
      sentences.push({ key: closed ? 'sentence.rest_closed' : 'sentence.rest_catalogue', values: { told } });
  }
  const claims = retried === null ? [] : reliedUpon(policy);
  if (claims.length > 0)
    sentences.push({ key: 'sentence.safeguard', values: { claims: { join: 'and', list: claims } } });
  if (retried?.waiver !== undefined) {
    const { by, reason } = retried.waiver;
    sentences.push({ key: 'sentence.waiver', values: { by, reason } });
  }
  if (recipientOf(policy, context.inheritedOwner ?? null) !== null) {
    const silence = durationPhrase(policy.alert?.silence ?? DEFAULT_SILENCE_MS);
    sentences.push({ key: 'sentence.silence', values: { silence } });
  }
  return [...sentences, ...thresholdSentence(policy, context.extra)];
}

/** What is normal, per code, and what backs the number; a duration of one day is "a day". */
function thresholdSentence({ alert }: NodePolicy, extra?: CatalogueExtra): Phrase[] {
  const all = alert?.thresholds ?? [];
  const shown = all.length > MAX_CODES ? all.slice(0, MAX_CODES - 1) : all;
  const said = shown.map(({ code, failures, window, threshold_source: source, sample_size, reason }): Phrase => {
    const limit: Phrase =
      window === DAY_MS
        ? { key: 'threshold.day', values: { failures } }
        : { key: 'threshold.window', values: { failures, window: durationPhrase(window) } };
    const codes: Phrase = code === '*' ? { key: 'threshold.any' } : codePhrase(code, extra);
    const known = source === 'manual' ? reason !== undefined : sample_size !== undefined;
    const values = { sample: sample_size ?? 0, reason: reason ?? '' };
    const backed: Phrase = known ? { key: `threshold.because.${source}`, values } : { key: `threshold.${source}` };
    return { key: 'threshold.limit', values: { limit, codes, backed } };
  });
  const more = all.length - shown.length;
  const rest: Phrase[] = more > 0 ? [{ key: 'codes.more', values: { count: more } }] : [];
  const limits: PhraseList = { join: 'and', list: [...said, ...rest] };
  return all.length > 0 ? [{ key: 'sentence.thresholds', values: { limits } }] : [];
}

/** Retry and recipient in one short phrase, for a table row. */
export function retryPhrase(policy: NodePolicy, context: DescribeContext = {}): Phrase {
  const recipient = recipientName(policy, context);
  const retried = retries(policy);
  if (retried === null) return { key: 'row.no_retry' };
  const values = figures(retried, 'short');
  if (recipient === null) return { key: 'row.retry_nobody', values };
  return { key: 'row.retry', values: { ...values, name: recipient } };
}

/**
 * What a publication changes: the sentences of the new policy, then what holds today. `before` is
 * null when the policy that stands there does not hold.
 */
export function describeChange(before: NodePolicy | null, after: NodePolicy, context: DescribeContext = {}): Phrase[] {
  return [...describePolicy(after, context), todayPhrase(before, after, context)];
}

/** What holds today, said against what is to come. */
export function todayPhrase(before: NodePolicy | null, after: NodePolicy, context: DescribeContext = {}): Phrase {
  if (before === null) return { key: 'today.invalid' };
  const changed = diffDocuments(toDocument(before), toDocument(after));
  if (changed.length === 0) return { key: 'today.same' };
  const [was, becomes] = [behaviour(before, context), behaviour(after, context)];
  if (was === becomes) {
    const parts = POLICY_KEYS.filter((key) => changed.some(({ path }) => path[0] === key));
    const list = parts.map((key): Phrase => ({ key: `part.${key}` }));
    return { key: 'today.only', values: { parts: { join: 'and', list } } };
  }
  const recipient = recipientName(before, context);
  const retried = retries(before);
  const key = `today.${retried === null ? 'stops' : 'retries'}_${recipient === null ? 'nobody' : 'told'}`;
  return { key, values: { ...(retried && figures(retried)), ...(recipient !== null && { name: recipient }) } };
}

/** What decided the class of a code, as one short phrase. */
export function becausePhrase({ because, decidedBy }: Classification): Phrase {
  if (decidedBy !== null) return { key: `because.${decidedBy.from}`, values: { pattern: decidedBy.pattern } };
  return { key: because === 'not in retryOn' ? 'because.closed_list' : `because.${because}` };
}

/** A code or pattern in words where we have some; else as written. */
export function codePhrase(pattern: string, extra?: CatalogueExtra): Phrase {
  const key = patternKey(pattern, extra);
  if (key === '*') return { key: 'codes.any' };
  if (key === 'States.TaskFailed') return { key: 'codes.task_failed' };
  if (key.endsWith('*')) return { key: 'codes.prefix', values: { prefix: key.slice(0, -1) } };
  const token = normaliseCode(pattern, extra);
  const words = wordsFor(token);
  if (words === null) return { key: 'codes.raw', values: { code: pattern } };
  return pattern === token ? words : { key: 'codes.named', values: { words, code: pattern } };
}

const NAMED = new Set([...CATALOGUE.map((row) => row.token), 'http_4xx']);
/** More codes than that in one sentence and nobody reads it. */
const MAX_CODES = 5;

function wordsFor(token: string): Phrase | null {
  if (NAMED.has(token)) return { key: `code.${token}` };
  const status = /^http_(\d{3})$/.exec(token)?.[1];
  return status === undefined ? null : { key: 'codes.http', values: { status } };
}

function codePhrases(list: readonly Candidate[], extra?: CatalogueExtra): Phrase[] {
  const unique = new Map(list.map((each) => [patternKey(each.pattern, extra), each.pattern]));
  const patterns = [...unique.values()];
  const shown = patterns.length > MAX_CODES ? patterns.slice(0, MAX_CODES - 1) : patterns;
  const more = patterns.length - shown.length;
  const rest: Phrase[] = more > 0 ? [{ key: 'codes.more', values: { count: more } }] : [];
  return [...shown.map((pattern) => codePhrase(pattern, extra)), ...rest];
}

/** Safeguards without which an action might not be tried again. */
function reliedUpon({ actions = [] }: NodePolicy): Phrase[] {
  return actions.flatMap(({ id, idempotent, repeatable, safeguard }): Phrase[] => {
    if (idempotent === true || repeatable === true) return [];
    if (safeguard === undefined || safeguard.enforcedBy === 'nobody') return [];
    const kind: Phrase = { key: `change.value.safeguardKind.${safeguard.kind}` };
    return [{ key: `safeguard.${safeguard.enforcedBy}`, values: { action: id, kind } }];
  });
}

function anyOf(list: readonly Phrase[]): PhraseList {
  return { join: 'or', list };
}

/** The retry that really comes about: null when no second attempt can come. */
function retries(policy: NodePolicy): Retry | null {
  const { retry } = policy;
  if (retry === undefined || attemptTimes(retry).length < 2) return null;
  const transient = candidates(classifyInput(policy)).some((each) => each.class === 'transient');
  return transient || retry.retryOn === undefined ? retry : null;
}

function figures(retry: Retry, style: 'long' | 'short' = 'long') {
  return { attempts: attemptTimes(retry).length, total: durationPhrase(givesUpAfter(retry), style) };
}

function recipientName(policy: NodePolicy, { inheritedOwner = null, groupNames }: DescribeContext): string | null {
  const slug = recipientOf(policy, inheritedOwner);
  return slug === null ? null : (groupNames?.get(slug) ?? slug);
}

function toldPhrase(policy: NodePolicy, context: DescribeContext): Phrase {
  const name = recipientName(policy, context);
  return name === null ? { key: 'told.nobody' } : { key: 'told.group', values: { name } };
}

/** Tries, total and recipient: two policies with the same ones differ only in the details. */
function behaviour(policy: NodePolicy, context: DescribeContext): string {
  const retried = retries(policy);
  const schedule = retried === null ? '' : attemptTimes(retried).join();
  return JSON.stringify([schedule, recipientName(policy, context)]);
}
