import { Composer, type Document, Lexer, type ParsedNode, Parser, visit, type YAMLError } from 'yaml';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { err, ok, type Result } from '@/lib/shared/result';
import { MAX_DEPTH, MAX_LEXEMES, MAX_SYNTAX_ERRORS } from './limits';
import { createPlacer, type Placer } from './place';
import type { ParseResult } from './tree';
import { treeOfYaml } from './yaml-tree';

/**
 * Reads YAML 1.2 (1.1 where a directive says so) with the place of every part. One document, unless the reader can do
 * with `several`; then more of them are the items of a list. Size, depth and aliases are bounded before anything recurses.
 */
export function parseYaml(text: string, several = false): ParseResult {
  const place = createPlacer(text);
  const documents = composeLeniently(text, place);
  if (!documents.ok) return { tree: null, diagnostics: [documents.error] };
  // Tools that print several documents often begin with an empty one.
  const [first, ...others] = documents.value.filter((doc, i) => (i === 0 && !several) || hasContent(doc));
  if (!first || (first.errors.length === 0 && !hasContent(first)))
    return { tree: null, diagnostics: [{ code: 'file_empty', severity: 'error', place: place(0, 0) }] };

  const diagnostics = [first, ...others]
    .flatMap((doc) => doc.errors.map((error) => ({ doc, error })))
    .slice(0, MAX_SYNTAX_ERRORS)
    .map(({ doc, error }) => syntaxError(doc, error, place));
  if (others[0] && !several) {
    const [start, end] = others[0].contents?.range ?? others[0].range;
    diagnostics.push({
      code: 'multiple_documents',
      severity: 'error',
      values: { count: others.length + 1 },
      place: place(start, end),
    });
  }
  if (diagnostics.length > 0) return { tree: null, diagnostics };
  return others.length > 0 ? treeOfStream(text, [first, ...others], place) : treeOfYaml(text, first, place);
}

/** One tree for all documents, so that one splicer edits them. An anchor holds in its own document only. */
function treeOfStream(text: string, documents: readonly Document.Parsed<ParsedNode>[], place: Placer): ParseResult {
  const parsed = documents.map((doc) => treeOfYaml(text, doc, place));
  const diagnostics = parsed.flatMap((each) => each.diagnostics);
  const trees = parsed.flatMap((each) => each.tree ?? []);
  const [first] = trees;
  const last = trees.at(-1);
  if (!first || !last || diagnostics.length > 0) return { tree: null, diagnostics };
  const roots = trees.map(({ root }) => root);
  const items = roots.map((value) => ({ start: value.start, valueStart: value.start, value }));
  const root = { kind: 'list', flow: false, items, start: first.root.start, end: last.root.end, anchor: null } as const;
  const aliases = trees.flatMap((each) => each.aliases);
  return { tree: { text, format: 'yaml', root, documents: roots, aliases, place }, diagnostics };
}

/**
 * Quotes that end on a line of their own, no further in than their key, are forbidden in YAML, but every engine's parser
 * reads them, and their own examples have them. Blanks stand for the line break before the quote then: the places of all
 * else stay, and only that text has some blanks more at its end.
 */
function composeLeniently(text: string, place: Placer): ReturnType<typeof compose> {
  const strictly = compose(text, place);
  let [composed, lenient] = [strictly, text];
  const tries = text.length > MAX_LENIENT ? 0 : MAX_LATE_QUOTES;
  for (let i = 0; i < tries && composed.ok; i++) {
    const [error] = composed.value.flatMap((doc) => doc.errors);
    if (!error) return composed;
    LATE_QUOTE.lastIndex = error.pos[0];
    const gap = error.code === 'MISSING_CHAR' ? LATE_QUOTE.exec(lenient)?.[0] : undefined;
    if (gap === undefined) return strictly;
    lenient = lenient.slice(0, error.pos[0]) + ' '.repeat(gap.length) + lenient.slice(error.pos[0] + gap.length);
    composed = compose(lenient, place);
  }
  return strictly;
}
const LATE_QUOTE = /[ \t]*\r?\n[ \t]*(?=["'])/y;
/** Each is another reading of the whole. */
const MAX_LATE_QUOTES = 10;
const MAX_LENIENT = 100_000;

/** Feeds the lexer's words to the parser one by one, so that a bound stops it in time. */
function compose(text: string, place: Placer): Result<readonly Document.Parsed<ParsedNode>[], Diagnostic> {
  const parser = new Parser();
  const composer = new Composer({ stringKeys: true, uniqueKeys: false, keepSourceTokens: true, prettyErrors: false });
  const documents: Document.Parsed<ParsedNode>[] = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > MAX_LEXEMES) return err(bound('too_many_values', MAX_LEXEMES, parser.offset, place));
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (parser.stack.length > MAX_DEPTH) return err(bound('too_deep', MAX_DEPTH, parser.offset, place));
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end());
  return ok(documents);
}

function bound(code: string, limit: number, offset: number, place: Placer): Diagnostic {
  return { code, severity: 'error', values: { limit }, place: place(offset, offset + 1) };
}

function hasContent(doc: Document.Parsed<ParsedNode>): boolean {
  const node = doc.contents;
  return doc.errors.length > 0 || (node !== null && node.range[1] > node.range[0]);
}

function syntaxError(doc: Document.Parsed<ParsedNode>, { code, pos }: YAMLError, place: Placer): Diagnostic {
  const opened = code === 'BAD_INDENT' ? openBracket(doc, pos[0]) : null;
  const [start, end] = opened === null ? pos : [opened, opened + 1];
  const reason = opened === null ? code : 'UNCLOSED';
  return { code: 'yaml_syntax', severity: 'error', values: { reason }, place: place(start, end) };
}

/** Where the innermost bracket stands that is still open there; what the parser names is only where it gave up. */
function openBracket(doc: Document.Parsed<ParsedNode>, at: number): number | null {
  let opened: number | null = null;
  visit(doc, {
    Collection: (_, { srcToken }) => {
      if (srcToken?.type !== 'flow-collection' || srcToken.offset > at) return;
      if (!srcToken.end.some(({ type }) => type === 'flow-map-end' || type === 'flow-seq-end'))
        opened = srcToken.offset;
    },
  });
  return opened;
}
