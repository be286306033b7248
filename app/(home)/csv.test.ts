import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { csvHead, csvRows } from '@/lib/shared/csv';
import { coverageCells, coverageHeader } from './csv';

const counts = { nodes: 21, incomplete: 6, configured: 5, stale: 2, simulated: 4, proven: 3, idle: 1 };

it('a line per group and workflow, as wide as its header, and no name runs as a formula', () => {
  for (const locale of LOCALES) {
    const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'home' });
    const header = coverageHeader(t);
    const cells = coverageCells(
      { groups: [{ key: 'pay', name: '=cmd()', counts }], workflows: [{ key: 'w', name: 'Orders, paid', counts }] },
      t,
    );
    expect(cells.map((line) => line.length)).toEqual([header.length, header.length]);
    expect(cells[0]?.slice(1)).toEqual(['=cmd()', 'pay', 21, 6, 5, 2, 4, 3, 1]);
    expect(csvRows(cells)).toContain(`'=cmd()`);
    expect(csvRows(cells)).toContain('"Orders, paid"');
    expect(csvHead(header).split(',')).toHaveLength(10);
  }
});
