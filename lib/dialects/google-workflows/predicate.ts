import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { deepEqual, own } from '../source/shape';
import { mapToJson, type SourceMap } from '../source/tree';
import { type Criterion, inOrder, isInOrder, isTag, type Rule } from './criteria';

/** How the names of subworkflows begin that are made for a policy. */
export const PREFIX = 'retry_if_';
/** Conditions that one `switch` may have (Workflows, quotas and limits). */
const MAX_CONDITIONS = 50;
/** Status codes in one condition: an expression may have 400 characters (Workflows, quotas and limits). */
const MAX_STATUSES = 40;
/** As text: a workflow may raise errors whose code is none, or no number. */
const CODE = 'string(default(map.get(e, "code"), ""))';
const TAGS = 'default(map.get(e, "tags"), [])';

/** The subworkflow that tells for an error whether to try again; the first rule that fits decides, none = no. */
export function predicateOf(rules: readonly Rule[]): JsonObject {
  const conditions = conditionsOf(inOrder(rules));
  const switches = chunks(conditions, MAX_CONDITIONS).map((each, i) => ({
    [i === 0 ? 'when' : `when_${i + 1}`]: { switch: each },
  }));
  return { params: ['e'], steps: [...switches, { otherwise: { return: false } }] };
}

/** A name for the predicate of a step that is not taken yet. */
export function predicateName(stepId: string, taken: ReadonlySet<string>): string {
  const name = PREFIX + stepId.replace(/\W+/g, '_');
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}_${count}`)) count++;
  return `${name}_${count}`;
}

/** True for a subworkflow that was made for a policy and says no more than that. */
export function isOwnPredicate(name: string, map: SourceMap): boolean {
  if (!name.startsWith(PREFIX)) return false;
  const value = mapToJson(map);
  const rules = readPredicate(value);
  return rules !== null && deepEqual(value, predicateOf(rules));
}

/** What a predicate looks at; null = more, or other things, than rules of ours can say. */
export function readPredicate(subworkflow: JsonObject): readonly Rule[] | null {
  const params = own(subworkflow, 'params');
  const steps = own(subworkflow, 'steps');
  const name = Array.isArray(params) && params.length === 1 ? params[0] : null;
  if (typeof name !== 'string' || !/^\w+$/.test(name) || !Array.isArray(steps)) return null;
  const atoms = name === 'e' ? OWN_ATOMS : atomsOf(name);
  const rules: Rule[] = [];
  for (const [i, step] of steps.entries()) {
    const found = readStep(step, atoms, i === steps.length - 1);
    if (!found) return null;
    rules.push(...found);
  }
  return isInOrder(rules) ? rules : null;
}

function conditionsOf(rules: readonly Rule[]): readonly JsonObject[] {
  const statuses = (as: Rule['class']) =>
    rules.flatMap(({ criterion, class: each }) =>
      criterion.kind === 'status' && each === as ? [criterion.status] : [],
    );
  const listed = (['terminal', 'transient'] as const).flatMap((as) =>
    chunks(statuses(as), MAX_STATUSES).map((each) => condition(statusExpression(each), as)),
  );
  const single = rules
    .filter(({ criterion }) => criterion.kind !== 'status')
    .map(({ criterion, class: as }) => condition(expressionOf(criterion), as));
  return [...listed, ...single];
}

function statusExpression(statuses: readonly number[]): string {
  return `\${${CODE} in [${statuses.map((each) => `"${each}"`).join(', ')}]}`;
}

function condition(expression: Json, as: Rule['class']): JsonObject {
  return { condition: expression, return: as === 'transient' };
}

function expressionOf(criterion: Criterion): Json {
  switch (criterion.kind) {
    case 'status':
      return statusExpression([criterion.status]);
    case 'literal':
      return `\${${CODE} == "${criterion.text}" or "${criterion.text}" in ${TAGS}}`;
    case 'tag':
      return `\${"${criterion.tag}" in ${TAGS}}`;
    case 'prefix':
      return `\${text.match_regex(${CODE}, "^${criterion.text.replaceAll('.', '[.]')}")}`;
    case 'range':
      return `\${text.match_regex(${CODE}, "^${criterion.digit}[0-9][0-9]$")}`;
    case 'all':
      return true;
  }
}

/** Rules of one step; an answer at the end that is not to try again says nothing. Null = unknown. */
function readStep(step: Json, atoms: readonly Atom[], last: boolean): readonly Rule[] | null {
  const body = isJsonObject(step) ? Object.values(step)[0] : undefined;
  if (!isJsonObject(step) || Object.keys(step).length !== 1 || !isJsonObject(body)) return null;
  const keys = Object.keys(body);
  // What only writes a line into the log has no say.
  if (own(body, 'call') === 'sys.log' && keys.every((key) => key === 'call' || key === 'args')) return [];
  const [only, value] = [keys[0], keys[0] === undefined ? undefined : own(body, keys[0])];
  if (keys.length !== 1) return null;
  if (only === 'return' && last && typeof value === 'boolean')
    return value ? [{ criterion: { kind: 'all' }, class: 'transient' }] : [];
  if (only !== 'switch' || last || !Array.isArray(value)) return null;
  const cases = value.map((each: Json) => readCase(each, atoms));
  return cases.includes(null) ? null : cases.flatMap((each) => each ?? []);
}

function readCase(each: Json, atoms: readonly Atom[]): readonly Rule[] | null {
  if (!isJsonObject(each) || Object.keys(each).length !== 2) return null;
  const answer = own(each, 'return');
  if (typeof answer !== 'boolean') return null;
  const criteria = readCondition(own(each, 'condition'), atoms);
  if (criteria === null) return null;
  return criteria.map((criterion) => ({ criterion, class: answer ? 'transient' : 'terminal' }));
}

function readCondition(value: Json | undefined, atoms: readonly Atom[]): readonly Criterion[] | null {
  if (value === true) return [{ kind: 'all' }];
  const expression = typeof value === 'string' ? /^\$\{\s*(.*?)\s*\}$/s.exec(value)?.[1] : undefined;
  if (expression === undefined) return null;
  const found: Criterion[] = [];
  for (let at = 0; ; ) {
    const atom = atoms.find(({ pattern }) => matchAt(pattern, expression, at));
    const match = atom && matchAt(atom.pattern, expression, at);
    if (!match) return null;
    found.push(...atom.read(match[1] ?? ''));
    at += match[0].length;
    if (at === expression.length) return found;
    const or = matchAt(/\s+or\s+/y, expression, at);
    if (!or) return null;
    at += or[0].length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

interface Atom {
  /** Sticky. */
  readonly pattern: RegExp;
  read(captured: string): readonly Criterion[];
}

/** The conditions that are understood, for an error that is called `name` there. */
function atomsOf(name: string): readonly Atom[] {
  const get = (key: string) => String.raw`map\.get\(${name}, "${key}"\)`;
  const code = String.raw`(?:${name}\.code|${get('code')}|default\(${get('code')}, (?:0|"")\))`;
  const tags = String.raw`(?:${name}\.tags|default\(${get('tags')}, \[\]\))`;
  const asText = String.raw`string\(default\(${get('code')}, ""\)\)`;
  const sticky = (source: string) => new RegExp(source, 'y');
  const word = '"([\\w.:/ -]{1,80})"';
  const status = (text: string): Criterion => ({ kind: 'status', status: Number(text) });
  return [
    { pattern: sticky(String.raw`${code} == (\d{3})\b`), read: (text) => [status(text)] },
    {
      pattern: sticky(String.raw`${code} in \[(\d{3}(?:, ?\d{3})*)\]`),
      read: (text) => text.split(',').map(status),
    },
    {
      pattern: sticky(String.raw`${asText} in \[("\d{3}"(?:, ?"\d{3}")*)\]`),
      read: (text) => text.replaceAll('"', '').split(',').map(status),
    },
    { pattern: sticky(`(?:${code}|${asText}) == ${word}`), read: (text) => [{ kind: 'literal', text }] },
    {
      pattern: sticky(`${word} in ${tags}`),
      read: (text) => [isTag(text) ? { kind: 'tag', tag: text } : { kind: 'literal', text }],
    },
    {
      pattern: sticky(String.raw`text\.match_regex\(${asText}, "\^([45])\[0-9\]\[0-9\]\$"\)`),
      read: (digit) => [{ kind: 'range', digit }],
    },
    {
      pattern: sticky(String.raw`text\.match_regex\(${asText}, "\^((?:[\w:/ -]|\[\.\])+)"\)`),
      read: (text) => [{ kind: 'prefix', text: text.replaceAll('[.]', '.') }],
    },
  ];
}

const OWN_ATOMS = atomsOf('e');

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
