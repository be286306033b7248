import type { CatalogueExtra } from '@/lib/policy/catalogue';
import { checkPolicy } from '@/lib/policy/check';
import { policyPart, sameJson } from '@/lib/policy/document';
import { mergeDocuments } from '@/lib/policy/merge';
import { readPolicy } from '@/lib/policy/read';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import { blockAt, blockOf, type NodeBlock, placesIn, replaceBlock } from './node-text';
import { foreignChanges, putBackPlatform } from './platform-part';
import { dialectById } from './registry';
import { rememberingTrees } from './source/parse';
import type { SourceFormat } from './source/tree';
import type { DefinitionText, Dialect, DialectId, Loss, NodeInText } from './types';

/** One node as it is being written in a form and, beside it, in its own text. */
export interface SidesInput {
  readonly nodeId: string;
  /** The form's side: a policy document that may not hold. */
  readonly document: JsonObject;
  /** The text's side: the node's own text as typed; null = as it stands in the definition. */
  readonly text: string | null;
  /** The node's text that was last known to go with a document; null = as in the definition. */
  readonly held: string | null;
  readonly replaceEngineRetry: boolean;
  /** Owner group that the node inherits; null = none. */
  readonly inheritedOwner: string | null;
  /** What people have added to the catalogue; the text itself is read without it, since a file says everything by itself. */
  readonly extra?: CatalogueExtra;
}

/** What both sides come to. Places of diagnostics are places in `text`. */
export interface Sides {
  /** What form and text say together; as it was sent where the text cannot be read. */
  readonly document: JsonObject;
  /** The node's own text with all of it; as typed where it cannot be read or written. */
  readonly text: string;
  readonly format: SourceFormat;
  /** The text cannot be read: only it can go on, or go back. */
  readonly broken: boolean;
  /** `text` is not what stands in the definition. */
  readonly changed: boolean;
  /** The text does not say the document: it cannot be written there as it is. */
  readonly behind: boolean;
  /** About the text: what cannot be read or written, and what belongs to the platform. */
  readonly ofText: readonly Diagnostic[];
  /** About the policy: what does not hold or will surprise. */
  readonly ofPolicy: readonly Diagnostic[];
  /** The engine's own retry blocks, as the text has them now. */
  readonly engineRetry: readonly JsonObject[];
  /** The definition with the policy in it; null where it does not hold or cannot be written. */
  readonly written: WrittenSides | null;
}

export interface WrittenSides {
  readonly text: string;
  readonly sidecar: string | null;
  readonly losses: readonly Loss[];
}

/**
 * Brings form and text together. What was typed since `held` is read and put over the document;
 * what the form changed meanwhile stays and is written into the text. Nothing typed is dropped: a
 * text that cannot be read comes back as it is, with the reasons at their places. Null = no such node.
 */
export function reconcileSides(source: DefinitionText, dialectId: DialectId, input: SidesInput): Sides | null {
  return rememberingTrees(() => reconcile(source, dialectId, input));
}

function reconcile(source: DefinitionText, dialectId: DialectId, input: SidesInput): Sides | null {
  const dialect = dialectById(dialectId);
  const before = dialect.locate(source, { nodeId: input.nodeId });
  if (!before) return null;
  const typed = typedIn(dialect, source, before, input.text);
  if (!typed.said) return brokenSides(dialect, typed, before, input);
  const document = input.text === input.held ? input.document : together(dialect, source, before, typed.said, input);
  const outcome = write(dialect, typed, document, input);
  return wholeSides(dialect, { source, before, typed, outcome, document }, input);
}

/** The definition with a node's text as typed in it (null = as it stands), and what forbids to publish that. */
export function takeNodeText(
  source: DefinitionText,
  dialectId: DialectId,
  { nodeId, text }: { readonly nodeId: string; readonly text: string | null },
): { readonly source: DefinitionText; readonly diagnostics: readonly Diagnostic[] } {
  if (text === null) return { source, diagnostics: [] };
  const dialect = dialectById(dialectId);
  const before = dialect.locate(source, { nodeId });
  if (!before) return { source, diagnostics: [{ code: 'node_unknown', severity: 'error', values: { id: nodeId } }] };
  const typed = typedIn(dialect, source, before, text);
  const found = typed.said || typed.foreign.length > 0 ? typed.foreign : unreadable(dialect, typed.source, typed.block);
  return { source: typed.source, diagnostics: inBlock(found, typed.block) };
}

/** The node's text with the platform's part put back to what the definition says; null where it cannot be read. */
export function putPlatformBack(
  source: DefinitionText,
  dialectId: DialectId,
  { nodeId, text }: { readonly nodeId: string; readonly text: string },
): string | null {
  const dialect = dialectById(dialectId);
  const before = dialect.locate(source, { nodeId });
  if (!before) return null;
  const typed = typedIn(dialect, source, before, text);
  if (!typed.found) return null;
  const mended = putBackPlatform(before, typed.found);
  return mended.ok ? blockAfter(typed, mended.text).text : null;
}

/** The definition with a node's text as typed in it. */
interface Typed {
  readonly source: DefinitionText;
  readonly block: NodeBlock;
  readonly found: NodeInText | null;
  readonly foreign: readonly Diagnostic[];
  /** The policy document that the text by itself says; null where it cannot be read. */
  readonly said: JsonObject | null;
}

function typedIn(dialect: Dialect, source: DefinitionText, before: NodeInText, text: string | null): Typed {
  const present = blockOf(before);
  const { text: whole, block } = replaceBlock(source.text, present, text ?? present.text);
  const typed = { ...source, text: whole };
  const found = whole === source.text ? before : dialect.locate(typed, { start: block.start, end: block.end });
  const foreign = found && found !== before ? foreignChanges(before, found, block) : [];
  const ours = found?.nodeId === before.nodeId && !foreign.some(({ code }) => code === 'text_escapes');
  return { source: typed, block, found, foreign, said: ours ? policySaid(dialect, typed, before.nodeId) : null };
}

function policySaid(dialect: Dialect, source: DefinitionText, nodeId: string): JsonObject | null {
  const { workflow } = dialect.read({ ...source, sidecar: null });
  const node = workflow?.nodes.find((each) => each.id === nodeId);
  return node ? policyPart(node.config) : null;
}

/** What was typed since the text was last known to go with a document, put over the document. */
function together(
  dialect: Dialect,
  source: DefinitionText,
  before: NodeInText,
  said: JsonObject,
  { held, document, ...input }: SidesInput,
): JsonObject {
  const base = typedIn(dialect, source, before, held).said ?? baseWithoutText(dialect, source, document, input);
  return sameJson(base, said) ? document : mergeDocuments(base, said, document);
}

/** Where the text before is not known any more: what the document by itself would say in it. */
function baseWithoutText(
  dialect: Dialect,
  source: DefinitionText,
  document: JsonObject,
  { nodeId, replaceEngineRetry }: Pick<SidesInput, 'nodeId' | 'replaceEngineRetry'>,
): JsonObject {
  if (dialect.sketch) return document;
  const { policy } = readPolicy(document);
  const written = policy && dialect.write(source, [{ nodeId, policy, replaceEngineRetry }]);
  return (written?.ok && policySaid(dialect, { ...source, text: written.text }, nodeId)) || {};
}

type Outcome = ({ readonly ok: true; readonly holds: boolean } & WrittenSides) | Refused;
interface Refused {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

function write(dialect: Dialect, typed: Typed, document: JsonObject, input: SidesInput): Outcome {
  const { source, said } = typed;
  const { nodeId, replaceEngineRetry } = input;
  const { policy } = readPolicy(document);
  if (dialect.sketch && sameJson(document, said)) return { ...source, ok: true, holds: policy !== null, losses: [] };
  if (policy) {
    const written = dialect.write(source, [{ nodeId, policy, replaceEngineRetry }]);
    return written.ok ? { ...written, holds: true } : written;
  }
  const sketched = dialect.sketch?.(source, { nodeId, document });
  if (!sketched) return { ok: false, diagnostics: [] };
  return sketched.ok ? { ...source, ok: true, text: sketched.text, holds: false, losses: [] } : sketched;
}

function brokenSides(dialect: Dialect, typed: Typed, before: NodeInText, { document }: SidesInput): Sides {
  const { block, source, found, foreign } = typed;
  const unread = found && foreign.length > 0 ? foreign : unreadable(dialect, source, block);
  return {
    document,
    text: block.text,
    format: before.tree.format,
    broken: true,
    changed: source.text !== before.tree.text,
    behind: true,
    ofText: inBlock(unread, block),
    ofPolicy: [],
    engineRetry: [],
    written: null,
  };
}

/** Why a text cannot be read: what is said of its own lines, else the first of what is said of the whole. */
function unreadable(dialect: Dialect, source: DefinitionText, block: NodeBlock): readonly Diagnostic[] {
  const { diagnostics } = dialect.read(source);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const within = errors.filter((each) => isWithin(each, block));
  // Where the syntax is lost, what a reader stumbles over afterwards is noise.
  if (within[0]?.code === 'yaml_syntax') return within.slice(0, 1);
  if (within.length > 0) return within;
  return errors.length > 0 ? errors.slice(0, 1) : [{ code: 'text_unreadable', severity: 'error' }];
}

interface Whole {
  readonly source: DefinitionText;
  readonly before: NodeInText;
  readonly typed: Typed;
  readonly outcome: Outcome;
  readonly document: JsonObject;
}

function wholeSides(dialect: Dialect, { source, before, typed, outcome, document }: Whole, input: SidesInput): Sides {
  const { nodeId } = input;
  const text = outcome.ok ? outcome.text : typed.source.text;
  const sidecar = outcome.ok ? outcome.sidecar : source.sidecar;
  const final = { ...source, text, sidecar };
  const found = text === typed.source.text ? typed.found : dialect.locate(final, { nodeId });
  const block = found?.around && text !== typed.source.text ? blockOf(found) : blockAfter(typed, text);
  const { workflow, diagnostics } = dialect.read(final);
  const policyFindings = judge(document, input).map((each) => placed(each, found));
  const read = diagnostics.filter(
    (each) =>
      isWithin(each, block) &&
      each.code !== 'sidecar_differs' &&
      !policyFindings.some(({ code, path }) => code === each.code && sameJson(path, each.path)),
  );
  const foreign = found && found !== typed.found ? foreignChanges(before, found, block) : typed.foreign;
  const refused = outcome.ok ? [] : outcome.diagnostics;
  return {
    document,
    text: block.text,
    format: before.tree.format,
    broken: false,
    changed: text !== source.text,
    behind: !outcome.ok,
    ofText: inBlock([...foreign, ...refused, ...read], block),
    ofPolicy: inBlock(policyFindings, block),
    engineRetry: workflow?.nodes.find((each) => each.id === nodeId)?.engineRetry ?? [],
    written: outcome.ok && outcome.holds ? { text, sidecar, losses: outcome.losses } : null,
  };
}

/** The node's lines after a write that changes nothing outside of them. */
function blockAfter({ source, block }: Typed, text: string): NodeBlock {
  if (text === source.text) return block;
  return blockAt(text, { start: block.start, end: block.end + text.length - source.text.length }, block);
}

function judge(document: JsonObject, context: Pick<SidesInput, 'inheritedOwner' | 'extra'>): readonly Diagnostic[] {
  const { policy, diagnostics } = readPolicy(document);
  return policy ? [...diagnostics, ...checkPolicy(policy, context)] : diagnostics;
}

function placed(diagnostic: Diagnostic, found: NodeInText | null): Diagnostic {
  const place = diagnostic.path && found?.place(diagnostic.path);
  return place ? { ...diagnostic, place } : diagnostic;
}

/** With places in the block as it is shown. */
function inBlock(diagnostics: readonly Diagnostic[], block: NodeBlock): readonly Diagnostic[] {
  const place = placesIn(block);
  return diagnostics.map((each) => (each.place ? { ...each, place: place(each.place) } : each));
}

function isWithin({ place }: Diagnostic, { start, end }: NodeBlock): boolean {
  return place !== undefined && start <= place.start && place.start <= end;
}
