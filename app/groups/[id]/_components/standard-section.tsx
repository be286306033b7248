import { Group, Text, Title } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { nodesHref, readNodeQuery } from '@/app/nodes/search-params';
import { usePhrase } from '@/components/policy/phrase';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { LinkButton } from '@/components/ui/link-button';
import { Dim } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { STANDARD_STANDINGS, type StandardStanding } from '@/lib/insight/standard-choice';
import type { StandardOverview } from '@/lib/insight/standard-overview-queries';
import type { KeptStandard } from '@/lib/owners/standard-queries';
import { STANDARD_PARTS, type StandardPart } from '@/lib/policy/vocabulary';
import type { StandardWords } from '@/lib/workflows/standard-words';
import { BringInLine } from './bring-in-line';
import classes from './standard-section.module.css';

interface Row {
  readonly part: StandardPart | null;
  readonly counts: StandardOverview['all'];
}

/** What the group lays down for its nodes, how many of them do so, and the way to bring the others in line. */
export function StandardSection({
  group,
  kept,
  words,
  overview,
  mayEdit,
  mayAct,
}: {
  group: { readonly id: string; readonly slug: string };
  kept: Pick<KeptStandard, 'updatedBy' | 'updatedAt'>;
  words: Readonly<Record<StandardPart, readonly StandardWords[]>>;
  overview: StandardOverview;
  mayEdit: boolean;
  /** Whether the reader may open changes of nodes. */
  mayAct: boolean;
}) {
  const t = useTranslations('standards.section');
  const format = useFormatter();
  const said = STANDARD_PARTS.filter((part) => words[part].length > 0);
  const { agrees, deviates, excused } = overview.all;
  const { updatedBy, updatedAt } = kept;
  const form = `/groups/${group.id}/standard`;
  return (
    <section aria-labelledby="standard-title" id="standard">
      <Group justify="space-between" align="flex-start" gap="sm" mb="xs">
        <div className={classes.words}>
          <Title order={2} size="h4" id="standard-title">
            {t('title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('hint')}
          </Text>
        </div>
        {said.length > 0 && mayEdit ? (
          <LinkButton href={form} variant="default" size="xs">
            {t('change')}
          </LinkButton>
        ) : null}
      </Group>
      {said.length === 0 ? (
        <>
          <Text size="sm" mb="xs">
            {t(mayEdit ? 'none' : 'noneToRead')}
          </Text>
          {mayEdit ? (
            <LinkButton href={form} variant="default" size="sm">
              {t('write')}
            </LinkButton>
          ) : null}
        </>
      ) : (
        <>
          <Table group={group} words={words} overview={overview} said={said} mayAct={mayAct} />
          <Text size="sm" c="dimmed" mt="xs">
            {agrees + deviates + excused === 0 ? `${t('nobody')} ` : ''}
            {excused + overview.parts.retry.excused > 0 ? `${t('excusedWhy')} ` : ''}
            {updatedBy !== null && updatedAt !== null
              ? t('by', {
                  name: updatedBy,
                  when: format.dateTime(updatedAt, { dateStyle: 'medium', timeStyle: 'short' }),
                })
              : null}
          </Text>
        </>
      )}
    </section>
  );
}

function Table({
  group,
  words,
  overview,
  said,
  mayAct,
}: {
  group: { readonly id: string; readonly slug: string };
  words: Readonly<Record<StandardPart, readonly StandardWords[]>>;
  overview: StandardOverview;
  said: readonly StandardPart[];
  mayAct: boolean;
}) {
  const t = useTranslations('standards.section');
  const acts = useTranslations('standards.act');
  const format = useFormatter();
  const rows: readonly Row[] = [
    ...said.map((part) => ({ part, counts: overview.parts[part] })),
    ...(said.length > 1 ? [{ part: null, counts: overview.all }] : []),
  ];
  const name = (part: StandardPart | null) => t(`parts.${part ?? 'all'}`);
  const count = (standing: StandardStanding): PlainColumn<Row> => ({
    key: standing,
    label: t(`columns.${standing}`),
    align: 'end',
    cell: ({ part, counts }) =>
      counts[standing] === 0 ? (
        <Dim>0</Dim>
      ) : (
        <TextLink
          href={nodesHref({ ...readNodeQuery({}), standard: { group: group.slug, part, standing } })}
          label={t('count', { part: name(part), standing, count: counts[standing] })}
        >
          {format.number(counts[standing])}
        </TextLink>
      ),
  });
  const act: PlainColumn<Row> = {
    key: 'act',
    label: t('columns.act'),
    cell: ({ part, counts: { deviates } }) => {
      if (deviates === 0) return <Dim>—</Dim>;
      const label = acts('partOf', { part: name(part), count: deviates });
      return (
        <BringInLine groupId={group.id} part={part} label={label}>
          {acts('part')}
        </BringInLine>
      );
    },
  };
  const columns: readonly PlainColumn<Row>[] = [
    { key: 'part', label: t('columns.part'), heading: true, cell: ({ part }) => name(part) },
    {
      key: 'said',
      label: t('columns.said'),
      cell: ({ part }) => (part === null ? <Dim>{t('allSaid')}</Dim> : <Said words={words[part]} bare={part} />),
    },
    ...STANDARD_STANDINGS.map(count),
    ...(mayAct ? [act] : []),
  ];
  const both = mayAct && overview.all.deviates > 0 && overview.parts.retry.excused > 0 && said.length > 1;
  return (
    <>
      <PlainTable label={t('table')} columns={columns} rows={rows} rowKey={({ part }) => part ?? 'all'} />
      {both ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('allWithout')}
        </Text>
      ) : null}
    </>
  );
}

/** What the standard says of a part; of codes, each by its name. */
function Said({ words, bare }: { words: readonly StandardWords[]; bare: StandardPart }) {
  const say = usePhrase();
  return (
    <ul className={classes.said}>
      {words.map(({ label, after }) => (
        <li key={say(label)}>
          {bare === 'classification' ? <strong>{say(label)}: </strong> : null}
          {say(after)}
        </li>
      ))}
    </ul>
  );
}
