import { missingRecordFields } from '@/lib/policy/record';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { isJsonObject, parseJson } from '@/lib/shared/json';
import type { LoggedHandOff, RecordField, RecordLabels } from './drill';
import { failed, inTheWay, messagesOf, notObserved, passed, type Seen, type Trial } from './trial';

/** All eight fields: asked for by the policy, in the record, and in every message that was rendered. */
export function recordFields(trial: Trial): Seen<'record_fields'> {
  const { evidence, expectation } = trial;
  const expected = { count: RECORD_FIELDS.length };
  const lacks = (fields: readonly string[]) => ({
    expected,
    seen: { fields: fields.join(', '), count: fields.length },
  });
  const written = expectation.policy.onExhausted?.record;
  const short = written === undefined ? [] : missingRecordFields(written);
  if (short.length > 0) return failed('record_short', 'on_exhausted', lacks(short));
  const way = inTheWay(trial);
  const empty = [...new Set(evidence.handOffs.flatMap(emptyFields))];
  if (empty.length > 0) return failed('not_in_log', 'platform', lacks(empty));
  if (way !== null) return notObserved(way);
  const messages = messagesOf(trial);
  if (messages.length === 0) return notObserved('no_alert');
  const labels = expectation.labels ?? OWN_NAMES;
  const unsaid = messages.flatMap(({ runId, body }) => {
    const record = evidence.handOffs.find((each) => each.runId === runId);
    return body === null || record === undefined ? [] : missingIn(body, record, labels);
  });
  const missing = RECORD_FIELDS.filter((field) => unsaid.includes(field));
  if (missing.length > 0) return failed('not_in_message', 'on_exhausted', lacks(missing));
  if (messages.some(({ body }) => body === null)) return notObserved('not_rendered');
  return passed('all', expected, expected);
}

const OWN_NAMES: RecordLabels = {
  ...{ node_id: ['node_id'], attempt: ['attempt'], error_code: ['error_code'], error_message: ['error_message'] },
  ...{ payload_hash: ['payload_hash'], first_failed_at: ['first_failed_at'], last_failed_at: ['last_failed_at'] },
  final_action: ['final_action'],
};

function emptyFields({ errorCode, errorMessage, payloadHash, finalAction }: LoggedHandOff): RecordField[] {
  return [
    ...(errorCode === null ? ['error_code' as const] : []),
    ...(errorMessage === null ? ['error_message' as const] : []),
    ...(payloadHash === null ? ['payload_hash' as const] : []),
    ...(finalAction === null ? ['final_action' as const] : []),
  ];
}

/** Characters of a value that are compared: the rest may be cut where a channel has no room. */
const COMPARED = 16;

/** What each field begins with; '' = anything, since it is not known here or said in words. */
function valuesOf(record: LoggedHandOff): Readonly<Record<RecordField, string>> {
  const at = (ms: number) => new Date(ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return {
    ...{ node_id: '', attempt: String(record.attempt), error_code: record.errorCode ?? '', error_message: '' },
    ...{ payload_hash: record.payloadHash ?? '', final_action: '' },
    ...{ first_failed_at: at(record.firstFailedAt), last_failed_at: at(record.lastFailedAt) },
  };
}

/** Fields that a message does not show: no label of theirs that begins a line has their value behind it. */
function missingIn(body: string, record: LoggedHandOff, labels: RecordLabels): RecordField[] {
  const all = RECORD_FIELDS.flatMap((field) => labels[field].map(plain));
  const lines = linesOf(body, new Set(RECORD_FIELDS.flatMap((field) => [field, ...labels[field]])));
  const values = valuesOf(record);
  return RECORD_FIELDS.filter((field) => {
    const value = plain(values[field]).slice(0, COMPARED);
    return !labels[field].some((label) => shows(lines, { label: plain(label), value, others: all }));
  });
}

interface Wanted {
  readonly label: string;
  readonly value: string;
  readonly others: readonly string[];
}

function shows(lines: readonly string[], { label, value, others }: Wanted): boolean {
  return lines.some((line, index) => {
    if (!line.startsWith(label)) return false;
    const rest = line.slice(label.length);
    // A longer word that begins alike is another label.
    if (rest !== '' && !/^[\s:*>–-]/.test(rest)) return false;
    const same = rest.replace(/^[\s:*>–-]+/, '');
    const shown = same === '' ? (lines[index + 1] ?? '') : same;
    const isLabel = same === '' && others.some((other) => shown.startsWith(other));
    return shown !== '' && !isLabel && begins(shown, value);
  });
}

/** The value stands there, after words such as "No." too, or what is left of it once it was cut. */
function begins(shown: string, value: string): boolean {
  const head = shown.slice(0, value.length + 8);
  if (/^\d+$/.test(value)) return new RegExp(String.raw`(?:^|\D)${value}(?!\d)`).test(head);
  const cut = shown.indexOf('…');
  return head.includes(value) || (cut > 0 && cut < value.length && value.startsWith(shown.slice(0, cut)));
}

/** A message as lines of plain text, whatever its shape: values of JSON, text of HTML, Markdown without its marks. */
function linesOf(body: string, named: ReadonlySet<string>): string[] {
  const value = parseJson(body);
  return leaves(value === undefined ? body : value, named)
    .flatMap((text) =>
      text
        .replace(/<\/?(?:tr|p|h1|div|pre|table|br)\b[^>]*>/g, '\n')
        .replace(/<[^>]*>/g, ' ')
        .split('\n'),
    )
    .map((line) => plain(line).replace(/^[\s*>•-]+/, ''))
    .filter((line) => line !== '');
}

/** Keys under which providers say how a text looks, not what it says. */
const LOOKS: readonly string[] = ['type', 'tag', 'weight', 'size', 'fontType', 'template', 'width', 'version', 'emoji'];

/** The texts within a value of JSON; one under the name of a field with that name before it. */
function leaves(value: unknown, named: ReadonlySet<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, named));
  if (!isJsonObject(value)) return value === null || value === undefined ? [] : [String(value)];
  return Object.entries(value).flatMap(([key, each]) => {
    if (LOOKS.includes(key) && typeof each !== 'object') return [];
    const texts = leaves(each, named);
    return named.has(key) && texts.length > 0 ? [`${key}: ${texts.join(' ')}`] : texts;
  });
}

const ENTITIES: readonly (readonly [string, string])[] = [
  ...([
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&#39;', "'"],
    ['&amp;', '&'],
  ] as const),
];

/** One line, entities undone, full-width forms as the plain characters that they stand for. */
function plain(text: string): string {
  const undone = ENTITIES.reduce((rest, [entity, character]) => rest.replaceAll(entity, character), text);
  return undone.normalize('NFKC').replace(/\*\*/g, '').replace(/\s+/g, ' ').trim();
}
