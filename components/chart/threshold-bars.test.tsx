import { MantineProvider } from '@mantine/core';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import en from '@/lib/i18n/messages/en/threshold-form.json';
import zh from '@/lib/i18n/messages/zh-CN/threshold-form.json';
import { ThresholdBars } from './threshold-bars';

const LANGUAGES = { en, 'zh-CN': zh };
const DAYS = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'];

function markup(
  {
    counts = [4, 9, 2, 0],
    unrecorded = 0,
    written,
    suggested,
    measured = true,
  }: Partial<Parameters<typeof ThresholdBars>[0]>,
  locale: keyof typeof LANGUAGES = 'en',
): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      timeZone="Asia/Shanghai"
      messages={{ thresholdForm: LANGUAGES[locale] }}
      onError={(error) => {
        throw error;
      }}
    >
      <MantineProvider>
        <ThresholdBars
          {...{ code: 'timeout', days: DAYS, counts, unrecorded }}
          written={written ?? null}
          suggested={suggested ?? null}
          measured={measured}
        />
      </MantineProvider>
    </NextIntlClientProvider>,
  );
}

const labelOf = (html: string) => /role="img" aria-label="([^"]*)"/.exec(html)?.[1];
/** Each line as its kind, height and word. */
const linesOf = (html: string) =>
  [...html.matchAll(/data-kind="(\w+)" style="bottom:([\d.]+)%"><span>([^<]*)</g)].map((found) => found.slice(1));

describe('the picture of a threshold', () => {
  test('says in words what it shows, in both languages, days as they are', () => {
    const both = { written: 5, suggested: 9 };
    expect(labelOf(markup(both))).toBe(
      'Failed executions per day, timeout, Nov 27 to Nov 30: at most 9, on Nov 28. 1 day above the threshold of 5.',
    );
    expect(labelOf(markup({ suggested: 9 }))).toMatch(/No day above the suggested 9\.$/);
    expect(labelOf(markup({ counts: [0, 0, 0, 0] }))).toMatch(/: at most 0\.\s*$/);
    expect(labelOf(markup(both, 'zh-CN'))).toBe(
      'timeout 每天失败的执行次数，11月27日至11月30日：最多 9 次（11月28日）。1 天高于阈值 5。',
    );
  });

  test('has both lines, told apart by shape and word; one where they are the same', () => {
    expect(linesOf(markup({ written: 5, suggested: 10 }))).toEqual([
      ['written', '50', 'threshold'],
      ['suggested', '100', 'suggested'],
    ]);
    expect(linesOf(markup({ written: 9, suggested: 9 })).map(([kind, , word]) => [kind, word])).toEqual([
      ['written', 'threshold = suggested'],
    ]);
    expect(linesOf(markup({}))).toEqual([]);
    expect(linesOf(markup({ suggested: 5, measured: false })).map((line) => line.at(-1))).toEqual(['default']);
    expect(labelOf(markup({ suggested: 5, measured: false }))).toMatch(/1 day above the default of 5\.$/);
  });

  test('marks the days above the line, and those before the history', () => {
    const html = markup({ written: 3, unrecorded: 1 });
    expect(html.match(/data-above/g)).toHaveLength(2);
    expect(html.match(/data-unrecorded/g)).toHaveLength(1);
    expect(html).toContain('title="Nov 28: 9"');
  });

  test('a line far above all days keeps within the picture', () => {
    const [line] = linesOf(markup({ counts: [0, 1, 0, 0], written: 1_000_000 }));
    expect(Number(line?.[1])).toBeLessThanOrEqual(100);
  });
});
