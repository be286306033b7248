import { expect, it } from 'vitest';
import { markupIn } from '@/components/testing/markup';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { COVERAGE_STATES, type CoverageCounts } from '@/lib/insight/coverage';
import { CoverageMark } from './coverage-mark';
import { CoverageParts } from './coverage-parts';

const COUNTS: CoverageCounts = {
  ...{ nodes: 21, idle: 1, incomplete: 2, configured: 3, simulated: 4, proven: 5, stale: 6 },
};

function rendered(locale: Locale, children: React.ReactNode): string {
  return markupIn(locale, children);
}

it('each part opens its nodes, and one that has none is not named', () => {
  for (const locale of LOCALES) {
    const html = rendered(locale, <CoverageParts counts={{ ...COUNTS, configured: 0 }} list="/nodes?workflow=w" />);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.split('show=')[1]);
    expect(links).toEqual(['proved', 'proved', 'stale', 'incomplete']);
    expect(html.match(/<li/g)).toHaveLength(5);
  }
  const none = { nodes: 0, idle: 0, incomplete: 0, configured: 0, simulated: 0, proven: 0, stale: 0 };
  expect(rendered('en', <CoverageParts counts={none} list="/nodes?workflow=w" />)).toBe('');
});

it('every state has its own word, behind its own shape', () => {
  for (const locale of LOCALES) {
    const marks = COVERAGE_STATES.filter((state) => state !== 'incomplete').map((state) =>
      rendered(locale, <CoverageMark coverage={{ state, lacks: [], idle: false }} look="words" />),
    );
    const idle = rendered(
      locale,
      <CoverageMark coverage={{ state: 'configured', lacks: [], idle: true }} look="words" />,
    );
    const words = [...marks, idle].map((html) => html.replace(/<[^>]+>/g, ''));
    const shapes = [...marks, idle].map((html) => /<svg.*<\/svg>/s.exec(html)?.[0]);
    expect(new Set(words).size).toBe(5);
    expect(new Set(shapes).size).toBe(5);
  }
  const lacking = (
    <CoverageMark coverage={{ state: 'incomplete', lacks: ['owner', 'retry'], idle: false }} look="words" />
  );
  expect(rendered('zh-CN', lacking)).toContain('缺归属组');
});
