import { MantineProvider } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { markupIn } from '@/components/testing/markup';
import { type Certificate, proofStanding } from '@/lib/drills/standing';
import type { CertificateKind, Drill } from '@/lib/drills/vocabulary';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { coverageFrom } from '@/lib/insight/coverage';
import { ProofSection } from './proof-section';

const now = new Date('2026-11-20T08:00:00Z');
const current = { policyHash: 'p', recipient: 'ops', routeHash: 'r' };
const ALL: readonly Drill[] = [1, 2, 3, 4];

function passed(drills: readonly Drill[], kind: CertificateKind, change: Partial<Certificate> = {}): Certificate[] {
  const common = { kind, trialId: 't', nodeVersion: 1, target: 'staging <1>', passedAt: now, ...current, ...change };
  return drills.map((drill) => ({ drill, runId: `run-${kind}-${drill}`, ...common }));
}

/** What the section says, and what it links to. Throws where a word or a value of one is missing. */
function shown(
  locale: Locale,
  certificates: readonly Certificate[],
  { owned = true, idle = false, draftVoids = false, mayDrill = true } = {},
) {
  const proof = proofStanding({ needed: idle ? [] : ALL, certificates, current, now });
  const facts = { lacks: [], nothingCanFail: idle };
  const coverage = coverageFrom(facts, { owned, failed: false, unclassified: false, proof: proof.state });
  const html = markupIn(
    locale,
    <MantineProvider>
      <ProofSection nodeRowId="n" standing={{ coverage, proof }} draftVoids={draftVoids} mayDrill={mayDrill} />
    </MantineProvider>,
  );
  const text = html.replace(/<style.*?<\/style>/gs, ' ').replace(/<[^>]+>/g, ' ');
  return { text: text.replace(/\s+/g, ' '), links: [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href) };
}

const voided = { policyHash: 'q', routeHash: 'y' };

describe('what is claimed', () => {
  it.each<[string, readonly Certificate[], string, string]>([
    ['nothing', [], 'configured is not executed', '配置完不等于会执行'],
    [
      'a part',
      passed([1, 3], 'platform'),
      '2 of 4 drills passed. Not proved: Alert and hand-off',
      '尚未证明：告警与转人工',
    ],
    ['simulated', passed(ALL, 'simulated'), 'Proved in simulation: rule, hand-off and alert', '模拟演练证明不了'],
    ['platform', passed(ALL, 'platform'), 'Proved by the platform’s own log', '平台自己的日志已证明'],
    ['stale', passed(ALL, 'platform', voided), 'no longer is: the policy was changed', '现已失效：规则有改动'],
  ])('%s', (_, certificates, english, chinese) => {
    expect(shown('en', certificates).text).toContain(english);
    expect(shown('zh-CN', certificates).text).toContain(chinese);
  });

  it('is never execution where one drill was only simulated', () => {
    for (const locale of LOCALES) {
      const mixed = shown(locale, [...passed([1, 2, 3], 'platform'), ...passed([4], 'simulated')]).text;
      expect(mixed).toContain(MESSAGES[locale].proof.claim.simulated);
      expect(mixed).not.toContain(MESSAGES[locale].proof.claim.platform);
    }
  });

  it('stays what it is where something is lacking besides, and the way to mend that is there', () => {
    const lacking = shown('en', passed(ALL, 'simulated'), { owned: false });
    expect(lacking.text).toContain('no owner');
    expect(lacking.text).toContain('Proved in simulation: rule');
    expect(lacking.links).toContain('#owner');
    expect(shown('en', [], { owned: false }).text).toContain('Once nothing is lacking');
  });

  it('says nothing of drills where nothing can fail', () => {
    const { text, links } = shown('en', [], { idle: true });
    expect(text).toContain('there is nothing to prove');
    expect(links).toEqual([]);
  });
});

describe('each certificate', () => {
  it('names its kind, target, time and run, and until when it holds', () => {
    const { text, links } = shown('en', [...passed([1], 'platform'), ...passed([1], 'simulated', voided)]);
    expect(text).toContain('On the platform (staging &lt;1&gt;), passed Nov 20, 2026, 8:00');
    expect(text).toContain('holds until Feb 18, 2027');
    expect(text).toContain('holds no more: the policy was changed and the recipient’s channels were changed');
    expect(links).toEqual(
      expect.arrayContaining(['/nodes/n/drill', '/drills/run-platform-1', '/drills/run-simulated-1']),
    );
  });

  it('says so in Chinese', () => {
    const { text } = shown('zh-CN', passed(ALL, 'simulated', { passedAt: new Date('2026-01-01T00:00:00Z') }));
    expect(text).toContain('已过期');
    expect(text).toContain('已失效：已超过 90 天');
  });
});

it('says that a draft voids it, and offers drills to those who may', () => {
  for (const locale of LOCALES)
    expect(shown(locale, passed(ALL, 'simulated'), { draftVoids: true }).text).toContain(
      MESSAGES[locale].proof.draftVoids,
    );
  expect(shown('en', [], { mayDrill: false }).links).not.toContain('/nodes/n/drill');
});
