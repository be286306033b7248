import {
  CATALOGUE,
  type CatalogueExtra,
  type CatalogueRow,
  canonicalToken,
  catalogueRow,
  compact,
  isBuiltInToken,
  recogniseCode,
} from '@/lib/policy/catalogue';
import type { FailureClass } from '@/lib/policy/vocabulary';
import type { EpochMs } from '@/lib/shared/clock';

/** What people may add at most: a node's page hands all of it to the browser. */
export const MAX_ENTRIES = 500;

/** What somebody says of a code: its class, or the token of the catalogue that it is another spelling of. */
export interface EntryInput {
  /** As written. */
  readonly code: string;
  /** Null: it means what `means` is. Exactly one of the two is null. */
  readonly class: FailureClass | null;
  readonly means: string | null;
  /** Who says so: a citation or a reason. */
  readonly source: string;
}

/** An entry as it holds; each change is a revision, and the earlier ones say what held before. */
export interface CatalogueEntry extends EntryInput {
  /** The same in all of its revisions. */
  readonly id: string;
  readonly revision: number;
  readonly writtenBy: string;
  /** From when on it holds. */
  readonly since: Date;
}

/** A revision with its end; null = it holds. */
export interface EntryRevision extends EntryInput {
  readonly since: Date;
  readonly until: Date | null;
}

export type EntryProblem =
  /** A pattern would decide over codes that nobody has seen; only `http_4xx` and `http_5xx` are tokens. */
  | { readonly reason: 'code_pattern' }
  /** Somebody has said something of this code, in this or another spelling. */
  | { readonly reason: 'code_taken'; readonly named: string; readonly id: string }
  | { readonly reason: 'means_unknown' }
  | { readonly reason: 'means_itself' }
  /** A token of the catalogue's own has spellings that lead to it: it is given a class, and not another name. */
  | { readonly reason: 'code_is_token'; readonly named: string }
  /** Spellings lead to it. */
  | { readonly reason: 'still_meant'; readonly named: string; readonly count: number }
  | { readonly reason: 'too_many'; readonly limit: number };

/** What makes two entries be about one code: the token that a class is given to, without what does not matter in it. */
export function entryKey(code: string): string {
  return compact(canonicalToken(code));
}

/** Nobody added anything. */
export const NOTHING_ADDED: CatalogueExtra = {};

/** The entries as `classify` takes them. */
export function extraOf(entries: readonly EntryInput[]): CatalogueExtra {
  if (entries.length === 0) return NOTHING_ADDED;
  return {
    rows: entries.flatMap((entry) => (entry.class === null ? [] : [rowOf(entry, entry.class)])),
    aliases: entries.flatMap(({ code, means, source }) =>
      means === null ? [] : [{ from: code.trim(), token: means, source }],
    ),
  };
}

/** The catalogue as it held at a moment, made once for each stretch of time in which nobody changed it. */
export function extraByTime(revisions: readonly EntryRevision[]): (at: EpochMs) => CatalogueExtra {
  const times = revisions.flatMap(({ since, until }) => [since, ...(until ? [until] : [])]);
  const changes = [...new Set(times.map((time) => time.getTime()))].sort((a, b) => a - b);
  const made = new Map<number, CatalogueExtra>();
  return (at) => {
    const stretch = changes.findLastIndex((change) => change <= at);
    const known = made.get(stretch) ?? extraOf(revisions.filter((each) => heldAt(each, changes[stretch])));
    made.set(stretch, known);
    return known;
  };
}

function heldAt({ since, until }: EntryRevision, at: EpochMs | undefined): boolean {
  return at !== undefined && since.getTime() <= at && (until === null || until.getTime() > at);
}

/**
 * An entry as it is to be kept, with the token that it means as the catalogue writes it; or why it cannot be. `others`
 * are those that hold beside it, `before` is what it replaces.
 */
export function judgeEntry(
  input: EntryInput,
  others: readonly (EntryInput & { readonly id: string })[],
  before: EntryInput | null,
): { readonly entry: EntryInput } | { readonly problem: EntryProblem } {
  const problem = problemOf(input, others, before);
  if (problem !== null) return { problem };
  const { code, means, source } = input;
  const written = { code: code.trim(), source: source.trim() };
  if (means === null) return { entry: { ...written, class: input.class, means: null } };
  const extra = extraOf(others);
  const token = recogniseCode(means, extra)?.token;
  if (token === undefined || catalogueRow(token, extra) === null) return { problem: { reason: 'means_unknown' } };
  if (compact(token) === compact(code)) return { problem: { reason: 'means_itself' } };
  return { entry: { ...written, class: null, means: token } };
}

function problemOf(
  { code, means }: EntryInput,
  others: readonly (EntryInput & { readonly id: string })[],
  before: EntryInput | null,
): EntryProblem | null {
  if (isPattern(code)) return { reason: 'code_pattern' };
  const key = entryKey(code);
  const same = others.find((other) => entryKey(other.code) === key);
  if (same) return { reason: 'code_taken', named: same.code, id: same.id };
  if (means !== null && compact(means) === compact(code)) return { reason: 'means_itself' };
  if (means !== null && isBuiltInToken(code)) return { reason: 'code_is_token', named: canonicalToken(code) };
  if (before === null && others.length >= MAX_ENTRIES) return { reason: 'too_many', limit: MAX_ENTRIES };
  const moved = before !== null && (means !== null || canonicalToken(before.code) !== canonicalToken(code));
  return before !== null && moved ? stillMeant(before, others) : null;
}

/** Why an entry cannot go: other spellings lead to it, and nothing built in takes its place. */
export function stillMeant(entry: EntryInput, others: readonly EntryInput[]): EntryProblem | null {
  const token = canonicalToken(entry.code);
  if (entry.class === null || catalogueRow(token) !== null) return null;
  const spellings = others.filter(({ means }) => means === token);
  const [first] = spellings;
  return first ? { reason: 'still_meant', named: first.code, count: spellings.length } : null;
}

/** What the built-in rows say of the same code, which an entry replaces; null = nothing. */
export function replacedRow({ code }: Pick<EntryInput, 'code'>): CatalogueRow | null {
  const token = recogniseCode(code)?.token;
  return token === undefined ? null : catalogueRow(token);
}

/** A built-in row with the names that lead to it, as a list shows it. */
export function isReplaced(row: CatalogueRow, entries: readonly EntryInput[]): boolean {
  return entries.some((entry) => entry.class !== null && canonicalToken(entry.code) === row.token);
}

/** The tokens that a spelling can mean: the built-in ones, and those that people gave a class. */
export function knownTokens(entries: readonly EntryInput[]): string[] {
  const added = entries.flatMap((entry) => (entry.class === null ? [] : [canonicalToken(entry.code)]));
  return [...new Set([...CATALOGUE.map(({ token }) => token), ...added])];
}

function rowOf({ code, source }: EntryInput, failureClass: FailureClass): CatalogueRow {
  return { token: canonicalToken(code), class: failureClass, source };
}

/** As `patternKey` takes it for more than one code. */
function isPattern(code: string): boolean {
  return code.includes('*') || /^States\.(?:ALL|TaskFailed)$/i.test(code.trim());
}
