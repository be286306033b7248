import { useFormatter, useTranslations } from 'next-intl';
import { CoverageParts } from '@/components/policy/coverage-parts';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Dim } from '@/components/ui/marks';
import { NameLink, TextLink } from '@/components/ui/text-link';
import { type CoverageRow, doneOf, type HomeNodes } from '@/lib/insight/home';
import type { NodeFilter } from '@/lib/insight/node-list';
import { type HomeQuery, homeHref, nodeListHref } from '../search-params';
import classes from './home.module.css';

/** Rows of a table on the page, until somebody asks for all; on paper fewer, for one page. */
const MOST_ROWS = 10;
const ON_PAPER = 6;

/** How far the nodes in scope are: together, by owner group and by workflow. */
export function Coverage({ nodes, query }: { nodes: HomeNodes; query: HomeQuery }) {
  const t = useTranslations('home.coverage');
  const { coverage, groups, workflows } = nodes;
  const { scope } = query;
  const values = { complete: doneOf(coverage), count: coverage.nodes };
  return (
    <section aria-labelledby="coverage" className={classes.part}>
      <h2 id="coverage" className={classes.heading}>
        {t('title')}
      </h2>
      <div className={classes.summary}>
        <p className={classes.sentence}>{t('sentence', values)}</p>
        <meter
          className={classes.bar}
          min={0}
          max={Math.max(1, values.count)}
          value={values.complete}
          aria-label={t('bar', values)}
        />
        <CoverageParts counts={coverage} list={nodeListHref({ scope })} />
      </div>
      <Table
        kind="group"
        title={t('groups')}
        note={t('groupsNote')}
        rows={groups}
        query={query}
        listOf={(group, filters) => nodeListHref({ scope, group, filters })}
      />
      <Table
        kind="workflow"
        title={t('workflows')}
        rows={workflows}
        query={query}
        listOf={(workflow, filters) => nodeListHref({ scope, workflow, filters })}
      />
    </section>
  );
}

/** The columns with a filter of the list that shows their nodes. */
const PARTS: readonly {
  readonly key: 'incomplete' | 'configured' | 'stale' | 'proved';
  readonly filter: NodeFilter;
}[] = [
  { key: 'incomplete', filter: 'incomplete' },
  { key: 'configured', filter: 'configured' },
  { key: 'stale', filter: 'stale' },
  { key: 'proved', filter: 'proved' },
];

function Table({
  kind,
  title,
  note,
  rows,
  query,
  listOf,
}: {
  kind: 'group' | 'workflow';
  title: string;
  note?: string;
  rows: readonly CoverageRow[];
  query: HomeQuery;
  listOf: (key: string, filters?: readonly NodeFilter[]) => string;
}) {
  const t = useTranslations('home.coverage');
  const format = useFormatter();
  const shown = query.whole ? rows : rows.slice(0, MOST_ROWS);
  const figure = ({ key, name }: CoverageRow, column: string, count: number, filters?: readonly NodeFilter[]) =>
    count === 0 ? (
      <Zero />
    ) : (
      <TextLink href={listOf(key, filters)} label={t('cell', { name, column, count })}>
        {format.number(count)}
      </TextLink>
    );
  const columns: PlainColumn<CoverageRow>[] = [
    {
      key: 'name',
      label: t(`columns.${kind}`),
      heading: true,
      cell: ({ key, name }) =>
        kind === 'workflow' ? (
          <NameLink href={`/workflows/${key}`} prefetch={false}>
            {name}
          </NameLink>
        ) : (
          <NameLink href={listOf(key)} prefetch={false}>
            {name}
          </NameLink>
        ),
    },
    {
      ...{ key: 'nodes', label: t('columns.nodes'), align: 'end' },
      cell: (row) => figure(row, t('columns.nodes'), row.counts.nodes),
    },
    ...PARTS.map(
      ({ key, filter }): PlainColumn<CoverageRow> => ({
        ...{ key, label: t(`columns.${key}`), align: 'end' },
        cell: (row) => figure(row, t(`columns.${key}`), countOf(row, key), [filter]),
      }),
    ),
    {
      ...{ key: 'idle', label: t('columns.idle'), align: 'end' },
      cell: ({ counts }) => (counts.idle === 0 ? <Zero /> : format.number(counts.idle)),
    },
  ];
  const paper = rows.length > ON_PAPER ? t('onPaper', { shown: ON_PAPER, count: rows.length }) : null;
  return (
    <div className={classes.table} data-kind={kind}>
      <h3 className={classes.subheading}>{title}</h3>
      {note && rows.length > 0 ? <p className={classes.rest}>{note}</p> : null}
      {rows.length === 0 ? (
        <p className={classes.rest}>
          {t('noGroups')} <TextLink href="/groups">{t('toGroups')}</TextLink>
        </p>
      ) : (
        <PlainTable label={title} columns={columns} rows={shown} rowKey={({ key }) => key} />
      )}
      {rows.length > MOST_ROWS ? (
        <p className={classes.rest} data-only-screen>
          {query.whole ? null : `${t('shown', { shown: shown.length, count: rows.length })} `}
          <TextLink
            href={homeHref({ ...query, whole: !query.whole })}
            label={`${title}: ${t(query.whole ? 'showFewer' : 'showAll')}`}
          >
            {t(query.whole ? 'showFewer' : 'showAll')}
          </TextLink>
        </p>
      ) : null}
      {paper ? <p className={classes.onPaper}>{paper}</p> : null}
    </div>
  );
}

/** None: said in less weight, and not at all where each figure takes a line. */
function Zero() {
  const format = useFormatter();
  return (
    <span data-zero>
      <Dim>{format.number(0)}</Dim>
    </span>
  );
}

function countOf({ counts }: CoverageRow, part: (typeof PARTS)[number]['key']): number {
  return part === 'proved' ? counts.simulated + counts.proven : counts[part];
}
