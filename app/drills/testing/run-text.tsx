import { markupIn } from '@/components/testing/markup';
import type { ShownRun } from '@/lib/drills/run';
import type { Locale } from '@/lib/i18n/locales';
import { ClaimBox } from '../_components/claim-box';
import { RunFacts } from '../_components/run-facts';
import { TrialCards } from '../_components/trial-card';

/** What the page about a run says, as text. Throws where a word or a value of one is missing. */
export function runText(locale: Locale, run: ShownRun): string {
  const html = markupIn(
    locale,
    <>
      <ClaimBox run={run} />
      <RunFacts run={run} />
      <TrialCards run={run} />
    </>,
    { timeZone: 'Asia/Shanghai' },
  );
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}
