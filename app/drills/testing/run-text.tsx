import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ShownRun } from '@/lib/drills/run';
import type { Locale } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { ClaimBox } from '../_components/claim-box';
import { RunFacts } from '../_components/run-facts';
import { TrialCards } from '../_components/trial-card';

/** What the page about a run says, as text. Throws where a word or a value of one is missing. */
export function runText(locale: Locale, run: ShownRun): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      messages={MESSAGES[locale]}
      timeZone="Asia/Shanghai"
      onError={(error) => {
        throw error;
      }}
    >
      <ClaimBox run={run} />
      <RunFacts run={run} />
      <TrialCards run={run} />
    </NextIntlClientProvider>,
  );
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}
