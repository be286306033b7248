import { MantineProvider } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { markupIn } from '@/components/testing/markup';
import type { ExecutionEvidence } from '@/lib/history/conformance-queries';
import { countsBy, type FindingRow } from '@/lib/history/finding-row';
import { LOCALES } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { conformanceList, type NodeFindings } from '@/lib/insight/conformance-list';
import { FINDINGS, type FindingKind } from '@/lib/judge/finding';
import { ConformanceSection } from './conformance-section';
import { ExecutionFacts } from './execution-facts';
import { ExecutionFindings } from './execution-findings';
import { FilterForm } from './filter-form';
import { FindingsTable } from './findings-table';
import { GroupsTable } from './groups-table';
import { NodesTable } from './nodes-table';
import { NothingFound } from './nothing-found';

const NOW = new Date('2026-11-20T08:00:00Z');
const QUERY = { finding: null, workflow: null, group: null, period: '7', sort: 'findings', page: 1 } as const;
const NODE: NodeFindings = {
  ...{ workflowId: 'w1', workflowName: 'Orders', nodeId: 'charge', nodeRowId: 'n1', nodeName: 'Charge', owner: 'pay' },
  ...{ counts: countsBy((kind) => (kind === 'off_schedule' ? 1_234 : 0)), lastAt: NOW },
};

function finding(kind: FindingKind, more: Partial<FindingRow> = {}): FindingRow {
  const detail = { kind, attempt: 2, errorCode: 'timeout', at: NOW.getTime() };
  const gap = { gapMs: 40_000, leastMs: 0, mostMs: 7_500 };
  return {
    ...{ id: kind, sourceId: 's1', workflowId: 'orders', runId: '<img onerror=x>', nodeId: 'charge', subIndex: '3' },
    ...{ finding: kind, attempt: 2, errorCode: 'timeout', occurredAt: NOW, workflowVersion: 4 },
    ...{ workflowRowId: 'w1', workflowName: 'Orders', nodeRowId: 'n1', nodeName: 'Charge' },
    detail: { ...detail, allowed: 3, ...(kind === 'off_schedule' && gap) },
    ...more,
  };
}

const EVIDENCE: ExecutionEvidence = {
  key: { sourceId: 's1', workflowId: 'orders', runId: 'r1', nodeId: 'charge', subIndex: '3' },
  attempts: [{ attempt: 1, startedAt: 0, endedAt: 100, status: 'failed', errorCode: 'timeout' }],
  policy: { retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 } },
  ...{ extra: {}, version: 4, handOff: null, alertsFrom: 1_000, followed: true, awaitedUntil: null },
  findings: FINDINGS.map((kind) => finding(kind)),
  ...{ publishedAt: NOW, newer: { version: 5, publishedAt: NOW }, handOffId: null },
  workflow: { id: 'w1', name: 'Orders', owner: 'pay' },
  node: { id: 'n1', name: 'Charge' },
};

/** The text of some markup; a missing message is an error. */
function shown(locale: (typeof LOCALES)[number], element: React.ReactNode): string {
  const html = markupIn(locale, <MantineProvider>{element}</MantineProvider>, { now: NOW });
  expect(html).not.toContain('<img');
  return html.replaceAll(/<style[\s\S]*?<\/style>/g, '').replaceAll(/<[^>]+>/g, ' ');
}

const list = conformanceList([NODE, { ...NODE, nodeId: 'b', workflowId: null, owner: null }], QUERY, 'en');

describe.each(LOCALES)('in %s', (locale) => {
  it('nodes and groups have a figure for each kind', () => {
    const nodes = shown(locale, <NodesTable nodes={list.rows} names={[]} query={QUERY} now={NOW} />);
    expect(nodes.match(/1,234/g)).toHaveLength(4);
    const groups = shown(
      locale,
      <GroupsTable groups={list.groups} names={[{ slug: 'pay', name: '支付组' }]} query={QUERY} />,
    );
    expect(groups).toContain('支付组');
  });

  it('each finding is a sentence with its values', () => {
    const words = shown(locale, <FindingsTable rows={FINDINGS.map((kind) => finding(kind))} />);
    expect(words).toContain(locale === 'en' ? 'came 40 seconds after' : '在前一次结束 40 秒后开始');
    expect(words).not.toContain('undefined');
  });

  it('a finding whose detail was not kept has its name, and one without code says so', () => {
    const rows = FINDINGS.map((kind) => finding(kind, { detail: null, errorCode: null }));
    expect(shown(locale, <FindingsTable rows={rows} />)).toContain(MESSAGES[locale].common.values.noCode);
  });

  it('an execution says what was found, what it means, where it is mended, and what it was held against', () => {
    const found = shown(locale, <ExecutionFindings evidence={EVIDENCE} reading={false} />);
    for (const kind of FINDINGS) expect(found).toContain(MESSAGES[locale].conformance.mend[kind].slice(0, 20));
    const facts = shown(locale, <ExecutionFacts evidence={EVIDENCE} groups={[{ slug: 'pay', name: 'Payments' }]} />);
    expect(facts).toContain('Payments');
    expect(facts).toContain(MESSAGES[locale].conformance.execution.beforeAlerts);
  });

  it('nothing says that all kept to the rules before all was held against some', () => {
    const { empty, execution, onGroup, checked } = MESSAGES[locale].conformance;
    const nothing = (of: { reading: boolean; ruled: boolean }) =>
      shown(locale, <NothingFound narrowed={false} {...of} />);
    expect(nothing({ reading: false, ruled: true })).toContain(empty.title);
    expect(nothing({ reading: true, ruled: true })).toContain(empty.readingTitle);
    expect(nothing({ reading: true, ruled: true })).not.toContain(empty.title);
    expect(nothing({ reading: false, ruled: false })).toContain(checked.never);
    const clean = { ...EVIDENCE, findings: [] };
    expect(shown(locale, <ExecutionFindings evidence={clean} reading />)).not.toContain(execution.clean);
    const group = { slug: 'pay', name: 'Payments' };
    expect(shown(locale, <ConformanceSection group={group} nodes={[]} reading now={NOW} />)).not.toContain(
      onGroup.none,
    );
  });

  it('how it is judged names each thing once', () => {
    const { rules, finding: kinds } = MESSAGES[locale].conformance;
    const names = [rules.inForce, rules.schedule, rules.handOff, rules.counts].map(({ name }) => name);
    const all = [...names, ...Object.values(kinds)];
    expect(new Set(all).size).toBe(all.length);
  });

  it('the filters have all that can be chosen, and the period of the link', () => {
    const form = shown(
      locale,
      <FilterForm query={{ ...QUERY, period: '2026-11-01..2026-11-05' }} workflows={[]} groups={[]} cycles={[]} />,
    );
    for (const kind of FINDINGS) expect(form).toContain(MESSAGES[locale].conformance.finding[kind]);
    expect(form).toContain(MESSAGES[locale].conformance.filter.otherPeriod);
  });
});
