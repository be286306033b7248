import { MantineProvider } from '@mantine/core';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import policy from '@/lib/i18n/messages/en/policy.json';
import terms from '@/lib/i18n/messages/en/terms.json';
import { RetryTimeline } from './retry-timeline';

/** The rows of the list, as text. */
function rows(attempts: number): string[] {
  const startsMs = Array.from({ length: attempts }, (_, i) => i * 60_000);
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ terms, policy }}>
      <MantineProvider>
        <RetryTimeline startsMs={startsMs} firstAt={new Date('2026-11-01T00:00:00Z')} />
      </MantineProvider>
    </NextIntlClientProvider>,
  );
  return [...markup.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, row = '']) => row.replace(/<[^>]*>/g, ' '));
}

describe('RetryTimeline', () => {
  it('shows every try of a short list', () => {
    expect(rows(12)).toHaveLength(12);
    expect(rows(12).join()).not.toContain('not listed');
  });

  it('writes the first hour of a day as 00, as every browser does', () => {
    expect(rows(2)[0]).toContain('00:00:00');
    expect(rows(2).join()).not.toContain('24:');
  });

  it('says how many tries of a long list it leaves out, before the last', () => {
    const long = rows(13);
    expect(long).toHaveLength(12);
    expect(long[9]).toContain('try 10');
    expect(long[10]).toContain('2 more tries, not listed');
    expect(long[11]).toContain('try 13');
  });
});
