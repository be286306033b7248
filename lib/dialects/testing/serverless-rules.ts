import { isJsonObject, type Json } from '@/lib/shared/json';
import { formatOf, parseSource } from '../source/parse';
import { toJson } from '../source/tree';

const ISO =
  /^P(?!$)(\d+(?:\.\d+)?Y)?(\d+(?:\.\d+)?M)?(\d+(?:\.\d+)?W)?(\d+(?:\.\d+)?D)?(T(?=\d)(\d+(?:\.\d+)?H)?(\d+(?:\.\d+)?M)?(\d+(?:\.\d+)?S)?)?$/;
const UNITS = ['days', 'hours', 'minutes', 'seconds', 'milliseconds'];

/**
 * What the schema of the DSL 1.0 would refuse of the tasks, `catch` and retry policies of a text, by path: its rules for
 * those parts (`schema/workflow.yaml`: `taskList`, `tryTask`, `retryPolicy`, `errorFilter`, `duration`), and only those.
 */
export function serverlessRefusals(text: string): readonly string[] {
  const { tree } = parseSource(text, formatOf(text, 'w.any'));
  if (!tree) return ['unreadable'];
  const found: string[] = [];
  visit(toJson(tree.root), '');
  return found;

  function visit(value: Json, path: string): void {
    if (Array.isArray(value)) for (const [i, each] of value.entries()) visit(each, `${path}/${i}`);
    if (!isJsonObject(value)) return;
    for (const [key, each] of Object.entries(value)) if (each !== undefined) entry(key, each, `${path}/${key}`);
  }

  function entry(key: string, value: Json, at: string): void {
    if (key === 'metadata') {
      demand(isJsonObject(value), at);
      return;
    }
    if (['do', 'try', 'branches'].includes(key)) tasks(value, at);
    if (key === 'catch') caught(value, at);
    if (key === 'retries' && isJsonObject(value))
      for (const [name, policy] of Object.entries(value)) retry(policy, `${at}/${name}`);
    visit(value, at);
  }

  function tasks(value: Json, at: string): void {
    const items = Array.isArray(value) ? value : [];
    demand(items.length > 0, at);
    items.forEach((item: Json, i) => {
      demand(isJsonObject(item) && Object.keys(item).length === 1, `${at}/${i}`);
    });
  }

  function caught(value: Json, at: string): void {
    if (!only(value, ['errors', 'as', 'when', 'exceptWhen', 'retry', 'do'], at)) return;
    const { errors, when, retry: policy } = value;
    demand(when === undefined || typeof when === 'string', `${at}/when`);
    const filter = isJsonObject(errors) ? errors.with : undefined;
    if (isJsonObject(filter))
      demand(Object.keys(filter).length > 0 && isWhole(filter.status ?? 0), `${at}/errors/with`);
    if (policy !== undefined && typeof policy !== 'string') retry(policy, `${at}/retry`);
  }

  function retry(value: Json | undefined, at: string): void {
    if (!only(value, ['when', 'exceptWhen', 'delay', 'backoff', 'limit', 'jitter'], at)) return;
    const { delay, backoff, limit } = value;
    if (delay !== undefined) duration(delay, `${at}/delay`);
    if (backoff !== undefined && only(backoff, ['constant', 'linear', 'exponential'], `${at}/backoff`)) {
      const kinds = Object.values(backoff);
      demand(kinds.length === 1 && isJsonObject(kinds[0]), `${at}/backoff`);
    }
    if (limit === undefined || !only(limit, ['attempt', 'duration'], `${at}/limit`)) return;
    const { attempt } = limit;
    if (attempt === undefined || !only(attempt, ['count', 'duration'], `${at}/limit/attempt`)) return;
    demand(isWhole(attempt.count ?? 0), `${at}/limit/attempt/count`);
  }

  function duration(value: Json, at: string): void {
    if (typeof value === 'string') demand(ISO.test(value), at);
    else if (only(value, UNITS, at))
      demand(Object.keys(value).length > 0 && Object.values(value).every((each) => isWhole(each)), at);
  }

  function only(
    value: Json | undefined,
    keys: readonly string[],
    at: string,
  ): value is { readonly [key: string]: Json | undefined } {
    const is = isJsonObject(value);
    demand(is && Object.keys(value).every((key) => keys.includes(key)), at);
    return is;
  }

  function demand(holds: boolean, at: string): void {
    if (!holds) found.push(at);
  }
}

function isWhole(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value);
}
