import { describe, expect, it } from 'vitest';
import { markupIn } from '@/components/testing/markup';
import { planTrial } from '@/lib/drills/plan';
import type { DrillTrialDetail, ShownRun } from '@/lib/drills/run';
import type { CertificateStanding } from '@/lib/drills/standing';
import { DRILLS, type Drill, FAULTS_OF } from '@/lib/drills/vocabulary';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { judgeDrill } from '@/lib/judge/judge-drill';
import { rightTrial } from '@/lib/judge/testing/right-trial';
import { describePolicy } from '@/lib/policy/describe';
import type { NodePolicy } from '@/lib/policy/schema';
import { ReportSheet } from './report-sheet';

const NOW = new Date('2026-12-02T08:00:00Z');
const POLICY: NodePolicy = {
  owner: 'payments-ops',
  actions: [{ id: 'charge', kind: 'http', idempotent: true }],
  retry: { maxAttempts: 3, backoff: 'exponential', initialInterval: 5_000, maxInterval: 60_000 },
};

function trialOf(drill: Drill): DrillTrialDetail {
  const fault = FAULTS_OF[drill][0] ?? 'http_503';
  const { expectation, evidence } = rightTrial({ drill, fault, policy: POLICY });
  const { messages, ...rest } = evidence;
  return {
    ...{ id: `t${drill}`, drill, round: 1, fault, plan: planTrial({ drill, fault, policy: POLICY }), state: 'passed' },
    ...{ phase: 'judge', problem: null, startedAt: NOW, endedAt: NOW, fastest: drill === 1 ? 12.34 : 1 },
    observations: judgeDrill(expectation, evidence),
    evidence: rest,
    messages: messages.map((message) => ({ ...message, channel: { name: '<i>Night desk</i>', kind: 'webhook' } })),
  };
}

const RUN: ShownRun = {
  ...{ id: 'run-1', state: 'passed', problem: null, runner: 'builtin', target: 'sandbox', environment: 'sandbox' },
  ...{ channels: 'capture', clock: 'shortened', requestedBy: '<b>Ann</b>', createdAt: NOW, startedAt: NOW },
  ...{ endedAt: NOW, stopAskedAt: null, nodeVersion: 4, workflowVersion: 7, nodeChanged: false, targetId: null },
  ...{ testNode: null, againOf: 'run-0', stopAskedBy: null, requestedById: 'ann', workflowOwner: null },
  node: { id: 'n', nodeId: 'charge-card', name: 'Charge <the> card' },
  workflow: { id: 'w', name: 'Orders' },
  recipient: { slug: 'payments-ops', name: 'Payments', id: 'g' },
  drills: [],
  trials: DRILLS.map(trialOf),
};

const standing = (drill: Drill, voidedBy: CertificateStanding['voidedBy'] = []): CertificateStanding => ({
  certificate: {
    ...{
      drill,
      kind: 'simulated',
      trialId: `t${drill}`,
      runId: 'run-1',
      nodeVersion: 4,
      policyHash: '',
      routeHash: '',
    },
    ...{ recipient: 'payments-ops', target: 'sandbox', passedAt: NOW },
  },
  voidedBy,
  holdsUntil: new Date('2027-03-02T08:00:00Z'),
});

function rendered(locale: Locale, run: ShownRun, certificates: readonly CertificateStanding[]): string {
  return markupIn(
    locale,
    <ReportSheet
      language={locale}
      run={run}
      nodeId="charge-card"
      rule={describePolicy(POLICY)}
      certificates={certificates}
      zone="UTC+8"
      now={NOW}
    />,
    { timeZone: 'Asia/Shanghai' },
  );
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe.each(LOCALES)('the report in %s', (locale) => {
  it('says all of a run, texts from outside as text, and nothing without words', () => {
    const html = rendered(locale, RUN, [standing(1), standing(2, ['policy', 'age'])]);
    expect(html).toContain(`<article lang="${locale}"`);
    expect(html).not.toContain('<b>Ann');
    expect(html).not.toContain('<i>Night');
    expect(html).not.toMatch(/drills\.|policy\.|reach\./);
    const text = textOf(html);
    for (const each of ['run-1', '&lt;b&gt;Ann&lt;/b&gt;', 'Charge &lt;the&gt; card', '12.4', 'UTC+8', 'ETIMEDOUT'])
      expect(text).toContain(each);
    expect(html.match(/<details[^>]*open/g)?.length).toBeGreaterThan(0);
  });

  it('says whether each pass still holds, or what took its place', () => {
    const text = textOf(rendered(locale, RUN, [standing(1), standing(2, ['policy'])]));
    const words = MESSAGES[locale].drills;
    expect(text).toContain(words.report.certificateKinds.simulated);
    expect(text).toContain(words.report.voidedBy.policy);
    expect(text).toContain(locale === 'en' ? 'a later run has taken its place' : '已被之后的演练取代');
    const failed = { ...RUN, trials: RUN.trials.map((trial) => ({ ...trial, state: 'failed' as const })) };
    expect(textOf(rendered(locale, failed, []))).toContain(words.report.noCertificates);
  });

  it('keeps rounds that were interrupted, what does not apply, and why it was aborted', () => {
    const [first] = RUN.trials;
    if (!first) throw new Error('there is a trial');
    const trials: DrillTrialDetail[] = [
      { ...first, state: 'interrupted', phase: 'wait', problem: 'interrupted' },
      { ...first, id: 't1b', round: 2, state: 'aborted', problem: 'nothing_reported', observations: [] },
      { ...trialOf(5), state: 'not_applicable', evidence: null },
      { ...trialOf(2), state: 'planned', evidence: null, startedAt: null, endedAt: null },
    ];
    const run: ShownRun = { ...RUN, state: 'aborted', problem: 'stopped', recipient: null, trials };
    const html = rendered(locale, run, []);
    const text = textOf(html);
    const { drills } = MESSAGES[locale];
    for (const each of [drills.problems.stopped, drills.problems.nothing_reported, drills.phases.wait])
      expect(text).toContain(each);
    expect(text).toContain(drills.trial.notApplicable);
    expect(text).toContain(drills.trial.planned);
    expect(text).toContain(drills.run.facts.nobody);
    expect(html).not.toMatch(/drills\./);
  });
});
