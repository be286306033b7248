import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import type { Layout, Style } from './style';
import { type Quote, quoted, yamlString } from './yaml-scalar';

/** Longer inline values are laid out over lines. */
const MAX_INLINE = 110;
/** Parts that the examples of the format always lay out over lines. */
const ALWAYS_LINES: ReadonlySet<string> = new Set([
  'nodes',
  'retry',
  'backoff',
  'onExhausted',
  'alert',
  'actions',
  'classification',
  'thresholds',
]);

/** What `|` gives back as it is: printable, one line break at its end, no blank at its beginning. */
const LITERAL = /^[!-~\p{L}\p{N}](?:[\t\n -~\p{L}\p{N}\p{P}\p{S}]*[^\n])?\n$/u;

/** A value as it will stand in the text: on the line of its key, or on lines below it (unindented). */
export type Rendered =
  | { readonly layout: 'inline'; readonly text: string }
  | { readonly layout: 'lines'; readonly lines: readonly string[] }
  /** Behind `|`, which stands on the line of the key. */
  | { readonly layout: 'literal'; readonly lines: readonly string[] };

/** YAML for a value of this key in block context. */
export function renderYaml(value: Json, key: string, style: Style): Rendered {
  if (isLiteral(value, key, style)) return { layout: 'literal', lines: value.slice(0, -1).split('\n') };
  if (layoutFor(value, key, style) === 'inline') return { layout: 'inline', text: renderFlow(value, style, false) };
  const lines = Array.isArray(value)
    ? value.flatMap((item: Json) => renderYamlItem(item, key, style))
    : renderYamlEntries(isJsonObject(value) ? value : {}, style);
  return { layout: 'lines', lines };
}

/** Lines of `key: value` in block context, unindented. */
export function renderYamlEntry(key: string, value: Json, style: Style): readonly string[] {
  const name = yamlString(key, { flow: false, preferred: style.quote });
  const rendered = renderYaml(value, key, style);
  if (rendered.layout === 'inline') return [`${name}: ${rendered.text}`];
  const indent = Array.isArray(value) ? style.listIndent : style.unit;
  return [`${name}:${headOf(rendered)}`, ...rendered.lines.map((line) => line && indent + line)];
}

/** True for a text that becomes a block literal in block style. */
export function isLiteral(value: Json, key: string, style: Style): value is string {
  return style.literals.includes(key) && typeof value === 'string' && LITERAL.test(value);
}

/** What stands behind the colon of a key whose value is on lines below it. */
export function headOf({ layout }: Rendered): string {
  return layout === 'literal' ? ' |' : '';
}

/** Lines of one item of the block list that stands under this key, its dash included. */
export function renderYamlItem(value: Json, key: string, style: Style): readonly string[] {
  const flow = renderFlow(value, style, false);
  const fits = flow.length <= MAX_INLINE;
  const layout = style.itemLayoutOf(key) ?? (isFlat(value) && fits && key !== 'nodes' ? 'inline' : 'lines');
  if (isEmptyOrScalar(value) || layout === 'inline' || Array.isArray(value)) return [`- ${flow}`];
  return renderYamlEntries(isJsonObject(value) ? value : {}, style).map((line, i) =>
    i === 0 ? `- ${line}` : `  ${line}`,
  );
}

/** A value on one line: YAML flow style, or JSON. `flow`: it stands inside another such value. */
export function renderFlow(value: Json, style: Style, flow = true): string {
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => renderFlow(item, style)).join(', ');
    return items === '' ? '[]' : `[${style.bracketPad}${items}${style.bracketPad}]`;
  }
  if (isJsonObject(value)) {
    const entries = defined(value).map(([key, each]) => renderFlowEntry(key, each, style));
    return entries.length === 0 ? '{}' : `{${style.bracePad}${entries.join(', ')}${style.bracePad}}`;
  }
  return renderScalar(value, style, { flow });
}

/** `key: value` on one line. */
export function renderFlowEntry(key: string, value: Json, style: Style): string {
  if (style.format === 'json') return `${JSON.stringify(key)}${style.colon}${renderFlow(value, style)}`;
  return `${yamlString(key, { flow: true, preferred: style.quote })}: ${renderFlow(value, style)}`;
}

/** A scalar; `quote` keeps the quotes of the string that it replaces. */
export function renderScalar(
  value: Json,
  style: Style,
  options: { readonly flow: boolean; readonly quote?: Quote },
): string {
  if (typeof value !== 'string' || style.format === 'json') return JSON.stringify(value);
  if (options.quote) return quoted(value, options.quote);
  return yamlString(value, { flow: options.flow, preferred: style.quote });
}

/** JSON over several lines, as `indent` (the indentation of the line it begins on) demands. */
export function renderJson(value: Json, key: string, style: Style, indent: string): string {
  const members = membersOf(value, key, style);
  const scalars = Array.isArray(value) && value.every(isEmptyOrScalar);
  if (members.length === 0 || (scalars && style.layoutOf(key) === 'inline')) return renderFlow(value, style);
  const inner = indent + style.unit;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return [open, members.map((member) => inner + member(inner)).join(`,${style.eol}`), indent + close].join(style.eol);
}

function membersOf(value: Json, key: string, style: Style): readonly ((indent: string) => string)[] {
  if (Array.isArray(value)) return value.map((item: Json) => (at) => renderJson(item, key, style, at));
  if (!isJsonObject(value)) return [];
  return defined(value).map(
    ([name, each]) =>
      (at) =>
        renderJsonEntry(name, each, style, at),
  );
}

/** `"key": value` over several lines. */
export function renderJsonEntry(key: string, value: Json, style: Style, indent: string): string {
  return `${JSON.stringify(key)}${style.colon}${renderJson(value, key, style, indent)}`;
}

function renderYamlEntries(value: JsonObject, style: Style): readonly string[] {
  return defined(value).flatMap(([key, each]) => renderYamlEntry(key, each, style));
}

function layoutFor(value: Json, key: string, style: Style): Layout {
  if (isEmptyOrScalar(value)) return 'inline';
  // A text of several lines reads well behind `|` only, which has no place in flow style.
  if (isJsonObject(value) && defined(value).some(([inner, each]) => isLiteral(each, inner, style))) return 'lines';
  const fits = renderFlow(value, style).length <= MAX_INLINE;
  const usual = style.layoutOf(key);
  if (usual) return usual === 'inline' && fits ? 'inline' : 'lines';
  return !ALWAYS_LINES.has(key) && isFlat(value) && fits ? 'inline' : 'lines';
}

function isFlat(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isEmptyOrScalar);
  return !isJsonObject(value) || defined(value).every(([, each]) => isEmptyOrScalar(each));
}

function isEmptyOrScalar(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return !isJsonObject(value) || defined(value).length === 0;
}

function defined(value: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, each] as const]));
}
