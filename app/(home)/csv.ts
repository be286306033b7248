import type { getTranslations } from 'next-intl/server';
import type { CoverageRow, HomeNodes } from '@/lib/insight/home';
import type { CsvCell } from '@/lib/shared/csv';

type Translate = Awaited<ReturnType<typeof getTranslations<'home'>>>;

const COLUMNS = [
  'kind',
  'name',
  'key',
  'nodes',
  'incomplete',
  'configured',
  'stale',
  'simulated',
  'proven',
  'idle',
] as const;

/** The header of coverage as a download, in the reader's language. */
export function coverageHeader(t: Translate): string[] {
  return COLUMNS.map((column) => t(`csvColumns.${column}`));
}

/** Groups, then workflows, a line each; the key is the group's slug or the workflow's row id. */
export function coverageCells(
  { groups, workflows }: Pick<HomeNodes, 'groups' | 'workflows'>,
  t: Translate,
): CsvCell[][] {
  const line =
    (kind: 'group' | 'workflow') =>
    ({ key, name, counts }: CoverageRow): CsvCell[] => {
      const { nodes, incomplete, configured, stale, simulated, proven, idle } = counts;
      return [t(`csvKinds.${kind}`), name, key, nodes, incomplete, configured, stale, simulated, proven, idle];
    };
  return [...groups.map(line('group')), ...workflows.map(line('workflow'))];
}
