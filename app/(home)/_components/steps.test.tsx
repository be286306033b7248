import { expect, it } from 'vitest';
import { markupIn } from '@/components/testing/markup';
import { LOCALES } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { HOME_STEPS, type HomeStep } from '@/lib/insight/home';
import { Steps } from './steps';

const NONE: Record<HomeStep, number> = {
  ...{ hand_offs: 0, unowned_hand_offs: 0, failing_undecided: 0, no_owner: 0, unclassified_codes: 0, stale: 0 },
  ...{ ripe_thresholds: 0, configured: 0, incomplete: 0, deviating: 0 },
};

it('links what is to be done in its order, and names the rest', () => {
  for (const locale of LOCALES) {
    const html = markupIn(locale, <Steps counts={{ ...NONE, stale: 1, hand_offs: 1200 }} scope="mine" standards />);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));
    expect(links).toEqual(['/inbox?owner=%7E', '/nodes?group=%7E&show=stale']);
    expect(html).toContain('1,200');
    const { steps } = MESSAGES[locale].home;
    const rest = html.slice(html.indexOf('</ol>'));
    const named = HOME_STEPS.filter((step) => rest.includes(steps[step].name));
    expect(named).toEqual(HOME_STEPS.filter((step) => step !== 'stale' && step !== 'hand_offs'));
  }
});

it('says when nothing is to be done', () => {
  for (const locale of LOCALES) {
    const html = markupIn(locale, <Steps counts={NONE} scope="all" standards />);
    expect(html).toContain(MESSAGES[locale].home.steps.nothing);
    expect(html).not.toContain('href');
  }
});

it('says nothing of standards where there are none', () => {
  for (const locale of LOCALES) {
    const { name } = MESSAGES[locale].home.steps.deviating;
    const rest = (standards: boolean) =>
      markupIn(locale, <Steps counts={{ ...NONE, stale: 1 }} scope="mine" standards={standards} />);
    expect(rest(true)).toContain(name);
    expect(rest(false)).not.toContain(name);
  }
});
