import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { isLocale, LOCALE_COOKIE, localeFromHeader } from './locales';
import { MESSAGES } from './messages';

/** Language: the person's choice (cookie), else the browser's. Time zone: the reader's, learnt by cookie. */
export default getRequestConfig(async () => {
  const jar = await cookies();
  const chosen = jar.get(LOCALE_COOKIE)?.value;
  const locale = isLocale(chosen) ? chosen : localeFromHeader((await headers()).get('accept-language'));
  return { locale, messages: MESSAGES[locale], timeZone: readTimeZone(jar.get('tz')?.value) };
});

const KNOWN_ZONES: ReadonlySet<string> = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

function readTimeZone(value: string | undefined): string {
  if (!value) return 'UTC';
  if (KNOWN_ZONES.has(value)) return value;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
