import { describe, expect, it } from 'vitest';
import type { CatalogueEntry } from '@/lib/catalogue/entry';
import { CATALOGUE } from '@/lib/policy/catalogue';
import { type CatalogueFilter, catalogueList } from './catalogue-list';

const ALL: CatalogueFilter = { search: '', class: null, from: null };
const said = { revision: 1, writtenBy: 'Ann', since: new Date(0) };
const ENTRIES: readonly CatalogueEntry[] = [
  { id: '1', code: 'psp_busy', class: 'transient', means: null, source: 'PSP manual', ...said },
  { id: '2', code: 'PSP-17', class: null, means: 'psp_busy', source: 'mail', ...said },
  { id: '3', code: 'HTTP_409', class: 'transient', means: null, source: 'our stock', ...said },
];
const list = (part: Partial<CatalogueFilter>) => {
  const { added, builtIn, says } = catalogueList(ENTRIES, { ...ALL, ...part });
  return { added: added.map(({ code }) => code), builtIn: builtIn.map(({ token }) => token), says };
};

describe('the page of the catalogue', () => {
  it('has every row, what leads to it, and says which are replaced', () => {
    const { added, builtIn, says } = catalogueList(ENTRIES, ALL);
    expect(added.map(({ code, becomes }) => `${code} ${becomes}`)).toEqual([
      ...['psp_busy transient', 'PSP-17 transient', 'HTTP_409 transient'],
    ]);
    expect(builtIn).toHaveLength(CATALOGUE.length);
    expect(builtIn.filter(({ replaced }) => replaced).map(({ token }) => token)).toEqual(['http_409']);
    expect(builtIn.find(({ token }) => token === 'timeout')?.spellings).toContain('ETIMEDOUT');
    expect(builtIn.find(({ token }) => token === 'http_5xx')?.spellings).toContain('Bad Gateway');
    expect(says).toBeNull();
  });

  it.each<[Partial<CatalogueFilter>, readonly string[], readonly string[], string | null]>([
    [{ search: 'etimedout' }, [], ['timeout'], 'transient'],
    [{ search: '502' }, [], ['http_5xx'], 'transient'],
    [{ search: 'psp 17' }, ['PSP-17'], [], 'transient'],
    [{ search: 'manual' }, ['psp_busy'], [], null],
    [{ search: 'E_LEGACY' }, [], [], null],
    [{ from: 'added', class: 'terminal' }, [], [], null],
  ])('%o', (filter, added, builtIn, says) => {
    expect(list(filter)).toMatchObject({ added, builtIn });
    expect(list(filter).says?.class ?? null).toBe(says);
  });

  it('narrows by class and origin', () => {
    expect(list({ class: 'terminal' })).toMatchObject({ added: [], builtIn: expect.arrayContaining(['http_409']) });
    expect(list({ from: 'built_in' }).added).toEqual([]);
    expect(list({ from: 'added' }).builtIn).toEqual([]);
  });
});
