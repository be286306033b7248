import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { insertLines, lineStart } from '../source/members';
import { renderYamlEntry } from '../source/render';
import type { Shape } from '../source/shape';
import type { EntryChange, Splicer } from '../source/splice';
import { asMap, lookup, ownEntry, type SourceEntry, type SourceMap, toJson } from '../source/tree';
import { endOfEntry, unwrapEntries, wrapEntries } from '../source/wrap';
import { sameRules } from './criteria';
import { type Step, triedCall, type WorkflowsDocument } from './document';
import { PREFIX, predicateName, predicateOf } from './predicate';
import { type Projection, saysTheSame } from './project';
import { retryOf } from './read';
import { nameIn, rulesOf, type Schedule } from './retry';

/** What of a `retry` is ours. */
const RETRY_SHAPE: Shape = {
  keys: {
    predicate: {},
    max_retries: {},
    backoff: { keys: { initial_delay: {}, max_delay: {}, multiplier: {} } },
  },
};
/** Keys that make a call; below `try`, the three stand together. */
const CALL = ['call', 'args', 'result'];
const NEVER = `\${${'retry.never'}}`;
/** Names of predicates that were made for a policy, wherever they stand. */
const MADE = new RegExp(String.raw`\b${PREFIX}\w+`, 'g');
const REMARK = /^# Failpath: (?:whether \S+ is tried again|when a step is tried again)$/;

/** Puts retries into steps, with the subworkflows that they need. */
export interface RetryWriter {
  set(step: Step, wanted: Projection): void;
  /** Writes what stands outside of the steps; what could not be written is in the outcome. */
  finish(): readonly Diagnostic[];
}

/** True where the step stands below `try` already. */
export function isWrapped({ map }: Pick<Step, 'map'>): boolean {
  return lookup(map, 'try') !== undefined;
}

/** Starts writing retries into one text. */
export function createRetryWriter(splicer: Splicer, document: WorkflowsDocument): RetryWriter {
  const { tree, root, predicates } = document;
  const { text } = tree;
  const refusals: Diagnostic[] = [];
  const taken = new Set(root?.entries.map(({ key }) => key));
  const inFlow: EntryChange[] = [];
  const added: { readonly name: string; readonly step: Step; readonly value: JsonObject }[] = [];
  let uses: Map<string, number> | null = null;
  return { set, finish };

  function set(step: Step, wanted: Projection): void {
    if (saysTheSame(retryOf(document, step), wanted)) return;
    const own = ownPredicate(step);
    if (!wanted.schedule) {
      if (own) removePredicate(own);
      takeAway(step);
      return;
    }
    const value = { predicate: `\${${predicateFor(step, wanted, own)}}`, ...numbersOf(wanted.schedule) };
    const beside = { key: 'retry', value };
    if (isWrapped(step))
      splicer.setEntries(step.map, [{ ...beside, shape: RETRY_SHAPE, after: ['try'], before: ['except'] }]);
    else if (!ownEntry(step.map, 'call')) refuse('inherited_value', step, { key: 'call' });
    else if (!wrapEntries(splicer, text, step.map, { key: 'try', moved: CALL, beside }))
      refuse('google_cannot_wrap', step);
  }

  function takeAway(step: Step): void {
    const { map } = step;
    if (!ownEntry(map, 'retry')) {
      if (lookup(map, 'retry')) refuse('inherited_value', step, { key: 'retry' });
      return;
    }
    if (lookup(map, 'except')) splicer.setEntries(map, [{ key: 'retry', value: undefined, shape: {} }]);
    else if (!triedCall(map)) splicer.setEntries(map, [{ key: 'retry', value: never(map), shape: RETRY_SHAPE }]);
    else if (!unwrapEntries(splicer, text, map, { key: 'try', without: 'retry' })) refuse('google_cannot_unwrap', step);
  }

  /** The predicate that was made for this step and serves nothing else. */
  function ownPredicate(step: Step): SourceEntry | null {
    const name = nameIn(predicateIn(step) ?? undefined);
    const found = name === null ? undefined : predicates.get(name);
    // Its own key, and the step's.
    return found && usesOf().get(found.key) === 2 ? found : null;
  }

  function usesOf(): ReadonlyMap<string, number> {
    if (uses) return uses;
    uses = new Map();
    for (const [name] of text.matchAll(MADE)) uses.set(name, (uses.get(name) ?? 0) + 1);
    return uses;
  }

  function predicateFor(step: Step, { rules, builtIn }: Projection, own: SourceEntry | null): string {
    const present = predicateIn(step);
    if (present !== null && sameRules(rulesOf(present, root) ?? [], rules)) return nameIn(present) ?? '';
    if (builtIn !== null) {
      if (own) removePredicate(own);
      return builtIn;
    }
    const value = predicateOf(rules);
    if (own) {
      replacePredicate(own, value);
      return own.key;
    }
    const name = predicateName(step.id, taken);
    taken.add(name);
    added.push({ name, step, value });
    return name;
  }

  function removePredicate(entry: SourceEntry): void {
    if (!root) return;
    if (root.flow) {
      inFlow.push({ key: entry.key, value: undefined, shape: {} });
      return;
    }
    splicer.edit(root, { start: startWithRemark(entry), end: endOfEntry(text, entry), text: '' });
  }

  /** With the remark above it and the empty line above that. */
  function startWithRemark(entry: SourceEntry): number {
    const start = lineStart(text, entry.start);
    const above = lineStart(text, start - 1);
    if (!REMARK.test(text.slice(above, start).trimEnd())) return start;
    const before = lineStart(text, above - 1);
    return above > 0 && text.slice(before, above).trim() === '' ? before : above;
  }

  function replacePredicate(entry: SourceEntry, value: JsonObject): void {
    if (!root) return;
    if (root.flow) {
      inFlow.push({ key: entry.key, value, shape: {} });
      return;
    }
    const { eol } = splicer.style;
    const end = endOfEntry(text, entry);
    const tail = text.slice(0, end).endsWith('\n') ? eol : '';
    const lines = linesOf(entry.key, value).join(eol);
    splicer.edit(root, { start: lineStart(text, entry.start), end, text: lines + tail });
  }

  function linesOf(name: string, value: JsonObject): readonly string[] {
    const { style } = splicer;
    const layoutOf = (key: string) => style.layoutOf(key) ?? (key === 'params' ? 'inline' : 'lines');
    // The expressions are full of double quotes.
    return renderYamlEntry(name, value, { ...style, quote: 'single', layoutOf, itemLayoutOf: () => 'lines' });
  }

  function finish(): readonly Diagnostic[] {
    const last = root?.entries.at(-1);
    for (const { name, step, value } of added) {
      if (!root || !last) continue;
      if (root.flow) inFlow.push({ key: name, value, shape: {} });
      else
        splicer.edit(
          root,
          insertLines(text, splicer.style, endOfEntry(text, last), ['', remarkOn(step), ...linesOf(name, value)]),
        );
    }
    // Together, since entries beside each other share their commas.
    if (root && inFlow.length > 0) splicer.setEntries(root, inFlow);
    return refusals;
  }

  function refuse(code: string, { id, entry }: Step, values: Diagnostic['values'] = {}): void {
    const place = tree.place(entry.start, entry.keyEnd);
    refusals.push({ code, severity: 'error', nodeId: id, values: { id, ...values }, place });
  }
}

function predicateIn({ map }: Step): Json | null {
  const retry = asMap(lookup(map, 'retry'));
  const said = retry && lookup(retry, 'predicate');
  return said ? toJson(said) : null;
}

/** A block of steps goes on standing below `try`, so that something has to be said of it: that nothing is tried again. */
function never(map: SourceMap): JsonObject {
  const present = lookup(map, 'retry');
  const value = present && toJson(present);
  const numbers = { max_retries: 1, backoff: { initial_delay: 1, max_delay: 1, multiplier: 1 } };
  return { predicate: NEVER, ...numbers, ...(isJsonObject(value) && { ...value, predicate: NEVER }) };
}

function numbersOf({ retries, initialSeconds, maxSeconds, multiplier }: Schedule): JsonObject {
  return {
    max_retries: retries,
    backoff: { initial_delay: initialSeconds, max_delay: maxSeconds, multiplier },
  };
}

function remarkOn({ id }: Step): string {
  return /^[\w.-]+$/.test(id) ? `# Failpath: whether ${id} is tried again` : '# Failpath: when a step is tried again';
}
