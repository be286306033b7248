import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { Actor } from '@/lib/accounts/permissions';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { calendarDays, dayOf } from '@/lib/history/calendar';
import type { BusinessCycle } from '@/lib/history/cycle';
import { listCycles } from '@/lib/history/cycle-queries';
import {
  dailyFailures,
  failureRows,
  historyBegins,
  hourlyFailures,
  mixedFailures,
  nodeTotals,
} from '@/lib/history/queries';
import type { RowSelection } from '@/lib/history/row-queries';
import type { DailyFailures, FailureRow, MixedFailures } from '@/lib/history/stats';
import { dayWithin, endingAt, type Period, type PeriodProblem, readPeriod, type Span } from '@/lib/history/window';
import { listOwnerNames } from '@/lib/owners/queries';
import { HOUR_MS } from '@/lib/shared/clock';
import { isStorable } from '@/lib/shared/storable';
import { type ChartSlot, type FailureChart, failureChart } from './failure-chart';
import {
  chosenFacts,
  chosenWorkflow,
  entryKey,
  type FailureFacts,
  failureEntries,
  type NodeFact,
  type WorkflowChoice,
  workflowChoices,
} from './failure-entries';
import { chosenEntries, type FailureList, failureList } from './failure-list';
import { type FailureChoice, type FailureQuery, MY_GROUPS, NO_OWNER, OWNER_NOT_KNOWN } from './failure-query';
import { type FailureRowsQuery, needsTargets, rowTargets } from './failure-rows';
import { type FailureTotals, failureTotals } from './failure-totals';

/** Whose calendar and words they are. */
export interface Reader {
  /** IANA name. */
  readonly timeZone: string;
  readonly locale: string;
  /** How the reader calls a missing code (so that it can be found). */
  readonly noCode: string;
}

export interface FailureReport extends FailureFacts {
  readonly mixed: readonly MixedFailures[];
  readonly unit: FailureChart['unit'];
  readonly slots: readonly Omit<ChartSlot, 'counts' | 'total'>[];
  readonly daily: readonly DailyFailures[];
  /** The earliest recorded step; null until there is one. */
  readonly begins: Date | null;
}

/** What a page or download counts over. */
export interface Counted {
  readonly period: Period;
  /** The chosen day of it, or all of it. */
  readonly day: string | null;
  readonly span: Span;
  /** What of the link does not hold. */
  readonly problems: readonly PeriodProblem[];
  readonly cycles: readonly BusinessCycle[];
}

/** Everything that the failures page and its download are made of. */
export interface FailureView extends Counted {
  /** The question as it was answered: what did not hold in it is as good as absent. */
  readonly query: FailureQuery;
  readonly workflows: readonly WorkflowChoice[];
  readonly owners: FailureFacts['groups'];
  /** Some failures belong to workflows that Failpath does not have. */
  readonly ownersNotKnown: boolean;
  readonly list: FailureList;
  readonly totals: FailureTotals;
  readonly chart: FailureChart;
  /** Executions of all nodes in the period, whatever is chosen. */
  readonly executions: number;
  /** Failed attempts in the period, whatever is chosen. */
  readonly failures: number;
  readonly begins: Date | null;
}

/**
 * The failures page's figures. `moment`: count as of then, so that a download or a row list has what the
 * page had; null = now.
 */
export async function failureView(
  ctx: ReadCtx,
  asked: FailureQuery,
  reader: Reader,
  moment: Date | null = null,
): Promise<FailureView> {
  demand(ctx, 'read');
  const then = { ...ctx, now: moment ?? ctx.now };
  const counted = await countedOver(then, asked, reader, moment);
  const report = await failureReport(then, reader.timeZone, counted.span, counted.day);
  const workflows = workflowChoices(report, reader.locale);
  const workflow = chosenWorkflow(workflows, asked.workflow);
  const owner = knownOwner(asked.owner, report.groups, ctx.actor);
  const query = { ...asked, workflow: workflow?.id ?? null, owner, period: counted.period.text, day: counted.day };
  const list = failureList(failureEntries(report, workflow, ownersOf(owner, ctx.actor)), query, reader);
  return {
    ...counted,
    query: { ...query, page: list.page },
    workflows,
    owners: report.groups,
    ownersNotKnown: workflows.some((each) => !each.imported),
    list,
    totals: failureTotals(list.matching, report.mixed),
    chart: failureChart(report.unit, report.slots, shownIn(list, report.daily)),
    executions: report.totals.reduce((sum, row) => sum + row.executions, 0),
    failures: report.rows.reduce((sum, row) => sum + row.failures, 0),
    begins: report.begins,
  };
}

/** What stands behind one figure of the page, ready to be read; and under which choices, to be said. */
export interface FailureSelection extends Counted {
  readonly selection: RowSelection;
  /** The question as it is answered. */
  readonly query: FailureRowsQuery;
  readonly workflow: WorkflowChoice | null;
  readonly owners: FailureFacts['groups'];
}

/** Which rows a link asks for. `moment`: as of then, so that they are as many as the figure said; null = now. */
export async function failureSelection(
  ctx: ReadCtx,
  asked: FailureRowsQuery,
  reader: Reader,
  moment: Date | null = null,
): Promise<FailureSelection> {
  demand(ctx, 'read');
  const then = { ...ctx, now: moment ?? ctx.now };
  const [counted, workflow, groups] = await Promise.all([
    countedOver(then, asked, reader, moment),
    findWorkflow(ctx, asked.workflow),
    listOwnerNames(ctx),
  ]);
  const { period, day } = counted;
  const owner = knownOwner(asked.owner, groups, ctx.actor);
  const query = { ...asked, workflow: workflow?.id ?? null, owner, period: period.text, day };
  const { kind, nodeId, code, hour } = query;
  const span = hour === null ? counted.span : withinHour(counted.span, hour);
  const base = { kind, span, scope: workflow ?? undefined, nodeId: nodeId ?? undefined };
  const common = { ...counted, query, workflow, owners: groups };
  if (!needsTargets(query)) return { ...common, selection: { ...base, code, targets: null } };
  const facts = chosenFacts(await failureFacts(then, span), workflow, ownersOf(owner, ctx.actor));
  const entries = chosenEntries(failureEntries(facts, null), query, reader.noCode);
  return { ...common, selection: { ...base, code, targets: rowTargets(query, entries, facts.totals) } };
}

/**
 * All failures of a stretch of time with what classifies and owns them; days are those of `timeZone`, and
 * of one `day` there are its hours. The same queries whatever else is chosen, so that choices can be counted.
 */
export async function failureReport(
  ctx: ReadCtx,
  timeZone: string,
  span?: Span,
  day: string | null = null,
): Promise<FailureReport> {
  demand(ctx, 'read');
  const [facts, mixed, drawn, begins] = await Promise.all([
    failureFacts(ctx, span),
    mixedFailures(ctx, undefined, span),
    day === null ? byDay(ctx, timeZone, span) : byHour(ctx, timeZone, day, span),
    historyBegins(ctx),
  ]);
  const first = begins && (day === null ? dayOf(begins, timeZone) : begins.toISOString());
  const slots = drawn.slots.map((slot) => ({ ...slot, recorded: first !== null && slot.key >= first }));
  return { ...facts, ...drawn, slots, mixed, begins };
}

async function failureFacts(ctx: ReadCtx, span?: Span): Promise<FailureFacts> {
  const failed = failureRows(ctx, undefined, span);
  const [rows, totals, nodes, workflows, groups, extra] = await Promise.all([
    failed,
    nodeTotals(ctx, undefined, span),
    failed.then((found) => nodeFacts(ctx, found)),
    ctx.db.workflow.findMany({ select: { id: true, sourceId: true, key: true, name: true, owner: true } }),
    listOwnerNames(ctx),
    catalogueExtra(ctx.db),
  ]);
  return { rows, totals, nodes, workflows, groups, extra };
}

async function byDay(ctx: ReadCtx, timeZone: string, span?: Span) {
  const { days, rows } = await dailyFailures(ctx, timeZone, undefined, span);
  return { unit: 'day' as const, slots: days.map(({ day, monthEnd }) => ({ key: day, monthEnd })), daily: rows };
}

async function byHour(ctx: ReadCtx, timeZone: string, day: string, span?: Span) {
  const { hours, rows } = await hourlyFailures(ctx, day, timeZone, undefined, span);
  const [first] = hours;
  const monthEnd = first !== undefined && calendarDays(first, first, timeZone).some((each) => each.monthEnd);
  return { unit: 'hour' as const, slots: hours.map((hour) => ({ key: hour.toISOString(), monthEnd })), daily: rows };
}

/** The nodes, of whatever workflow, that share an id with one that failed: theirs are the classes and owners. */
function nodeFacts(ctx: ReadCtx, rows: readonly FailureRow[]): Promise<NodeFact[]> {
  const ids = [...new Set(rows.map(({ nodeId }) => nodeId))];
  return ctx.db.$queryRaw<NodeFact[]>`
    select n.id, n.node_id as "nodeId", n.name, n.config, w.source_id as "sourceId", w.key as "workflowKey"
    from node n join workflow w on w.id = n.workflow_id
    where n.node_id = any(${ids}::text[])`;
}

async function countedOver(
  ctx: ReadCtx,
  asked: Pick<FailureChoice, 'period' | 'day'>,
  { timeZone }: Reader,
  moment: Date | null,
): Promise<Counted> {
  const cycles = await listCycles(ctx);
  const setting = { now: ctx.now, timeZone, cycles };
  const { period: found, problem } = readPeriod(asked.period, setting);
  const period = moment === null ? found : endingAt(found, moment);
  const inDay = asked.day === null ? null : dayWithin(period, asked.day, setting);
  const outside: PeriodProblem | null =
    asked.day !== null && inDay === null ? { reason: 'day_outside', day: asked.day } : null;
  return {
    period,
    day: inDay === null ? null : asked.day,
    span: inDay ?? { from: period.from, to: period.to },
    problems: [problem, outside].filter((each) => each !== null),
    cycles,
  };
}

/** The part of a span within the hour that begins at `hour`. */
function withinHour({ from, to }: Span, hour: Date): Span {
  const end = hour.getTime() + HOUR_MS;
  return {
    from: new Date(Math.max(from.getTime(), hour.getTime())),
    to: new Date(Math.min(to?.getTime() ?? end, end)),
  };
}

/** The failures of the shares that the list shows. */
function shownIn(list: FailureList, daily: readonly DailyFailures[]): DailyFailures[] {
  const shown = new Map(list.matching.map((entry) => [entry.key, entry.parts]));
  return daily.filter((row) =>
    shown.get(entryKey(row))?.some((part) => part.sourceId === row.sourceId && part.workflowKey === row.workflowKey),
  );
}

function knownOwner(owner: string | null, groups: FailureFacts['groups'], actor: Pick<Actor, 'groups'>): string | null {
  if (owner === NO_OWNER || owner === OWNER_NOT_KNOWN) return owner;
  const known = (wanted: string) => groups.some(({ slug }) => slug === wanted);
  if (owner === MY_GROUPS) return actor.groups.some(known) ? owner : null;
  return owner !== null && known(owner) ? owner : null;
}

/** Whose failures those are that an owner, as a link names it, stands for; null = everybody's. */
function ownersOf(owner: string | null, { groups }: Pick<Actor, 'groups'>): readonly string[] | null {
  if (owner === MY_GROUPS) return groups;
  return owner === null ? null : [owner];
}

/** The workflow that a link names: by row id, by the platform's own id, or `<source>/<key>` where it was never imported. */
async function findWorkflow(ctx: ReadCtx, wanted: string | null): Promise<WorkflowChoice | null> {
  if (wanted === null || !isStorable(wanted)) return null;
  const rows = await ctx.db.$queryRaw<{ id: string; sourceId: string; workflowKey: string; name: string }[]>`
    select id, source_id as "sourceId", key as "workflowKey", name from workflow
    where id::text = ${wanted} or key = ${wanted} order by id::text = ${wanted} desc, name, id limit 1`;
  const [found] = rows;
  if (found) return { ...found, imported: true };
  const [, sourceId, workflowKey] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.+)$/s.exec(wanted) ?? [];
  if (sourceId === undefined || workflowKey === undefined) return null;
  return { id: wanted, sourceId, workflowKey, name: workflowKey, imported: false };
}
