import { dayOf, zonedIso } from '@/lib/history/calendar';
import type { Span } from '@/lib/history/window';
import type { FailureEntry } from '@/lib/insight/failure-entries';
import type { CsvCell } from '@/lib/shared/csv';
import { type FailureLine, toFailureItem, type Verdict } from './_components/failure-item';
import type { Format, Translate, TranslateCommon } from './translate';

/** What a download needs of its reader: the language and the time zone. */
export interface CsvReader {
  readonly t: Translate;
  readonly c: TranslateCommon;
  readonly format: Format;
  /** IANA name. */
  readonly timeZone: string;
}

const COLUMNS = [
  'node',
  'nodeId',
  'workflow',
  'code',
  'class',
  'failures',
  'executions',
  'failed',
  'rate',
  'final',
  'recovered',
  'first',
  'last',
  'owner',
] as const;

/** The header of the list, in the reader's language. */
export function listHeader({ t }: CsvReader): string[] {
  return COLUMNS.map((column) => t(`csv.${column}`));
}

/** The rows of the list as the page shows them, a line per node and code; several workflows stand in one cell. */
export function listCells(entries: readonly FailureEntry[], reader: CsvReader): CsvCell[][] {
  return entries.map((entry) => {
    const { line, parts } = toFailureItem(entry);
    const workflows = line.workflowName === null ? parts.map(({ title }) => title) : [line.workflowName];
    const { failures, executions, failedExecutions, rate, finalFailures, recovered } = line;
    return [
      line.title,
      entry.nodeId,
      workflows.join('; '),
      codeWords(line.errorCode, reader),
      line.verdicts.map((verdict) => verdictWords(verdict, reader)).join('; '),
      ...[failures, executions, failedExecutions],
      rate === null ? null : Math.round(rate * 1_000_000) / 1_000_000,
      ...[finalFailures, recovered],
      zonedIso(line.firstSeen, reader.timeZone),
      zonedIso(line.lastSeen, reader.timeZone),
      ownerWords(line, reader),
    ];
  });
}

/** A name for a download that says what it is and which days it covers. */
export function csvFileName(name: string, { from, to }: Span, now: Date, timeZone: string): string {
  const last = to === null || to > now ? now : new Date(to.getTime() - 1);
  return `${name}_${dayOf(from, timeZone)}_${dayOf(last, timeZone)}.csv`;
}

/** A code as the pages show it: that there is none, and an empty one, in words. */
export function codeWords(code: string | null, { t, c }: Pick<CsvReader, 't' | 'c'>): string {
  if (code === null) return c('values.noCode');
  return code === '' ? t('table.emptyCode') : code;
}

function verdictWords(verdict: Verdict, { t }: CsvReader): string {
  return verdict === 'absent' || verdict === 'invalid' ? t(`table.${verdict}`) : t(`filter.standing.${verdict}`);
}

function ownerWords({ owners, unowned }: FailureLine, { t }: CsvReader): string {
  const nobody = { nobody: [t('table.noOwner')], 'not known': [t('table.absent')] };
  return [...owners, ...(unowned === null ? [] : nobody[unowned])].join('; ');
}
