import { createTranslator } from 'next-intl';
import { expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import { csvRows } from '@/lib/shared/csv';
import { unclassifiedCells, unclassifiedHeader } from './csv';

it('a line per code, as wide as its header; no text of a log runs as a formula', () => {
  const row = {
    ...{ errorCode: '=cmd()', failures: 12, nodes: 2, example: '=cmd|calc' },
    ...{ firstSeen: new Date('2026-11-01T00:00:00Z'), lastSeen: new Date('2026-11-02T00:00:00Z') },
    worst: [{ id: 'n', name: 'Charge', workflowName: 'Orders', failures: 12 }],
  };
  for (const locale of LOCALES) {
    const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'unclassified' });
    const cells = unclassifiedCells([row, { ...row, errorCode: null, example: null }], t, 'Asia/Shanghai');
    expect(cells.map((line) => line.length)).toEqual(Array(2).fill(unclassifiedHeader(t).length));
    expect(cells[0]).toEqual([
      ...['=cmd()', 12, 2, '2026-11-01T08:00:00+08:00', '2026-11-02T08:00:00+08:00'],
      ...['Charge (Orders)', '=cmd|calc'],
    ]);
    expect(cells[1]?.[0]).toBe(MESSAGES[locale].unclassified.noCodeName);
    expect(csvRows(cells)).toContain("'=cmd()");
    expect(csvRows(cells)).toContain("'=cmd|calc");
  }
});
