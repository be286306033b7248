import { Box } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { RawParams } from '@/app/_list/search-params';
import { contextFor } from '@/app/_server/context';
import { rowsHref } from '@/app/failures/rows/search-params';
import { ClientMessages } from '@/components/ui/client-messages';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeader } from '@/components/ui/page-header';
import { BackLink } from '@/components/ui/text-link';
import { can, mayPublishFor } from '@/lib/accounts/permissions';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { canBeNamed } from '@/lib/insight/code-detail';
import { codeEvidence, codeNodes, colleaguesOn } from '@/lib/insight/code-detail-queries';
import { suggestClass } from '@/lib/insight/code-suggestion';
import { codeWords } from '../csv';
import { readCodeAsked, unclassifiedOf } from '../search-params';
import { ClassifyForm } from './_components/classify-form';
import classes from './_components/code.module.css';
import { Evidence } from './_components/evidence';
import { toNodeItem } from './_components/node-item';
import { NodesTable } from './_components/nodes-table';
import { Unnamed } from './_components/unnamed';

interface Props {
  searchParams: Promise<RawParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [t, params] = await Promise.all([getTranslations('unclassified'), searchParams]);
  const asked = readCodeAsked(params);
  return { title: asked === null ? t('title') : codeWords(asked.code, t) };
}

/** One raw code that nobody classified: where it fails, what is known of it, and the decision. */
export default async function CodePage({ searchParams }: Props) {
  const ctx = await contextFor('read');
  const asked = readCodeAsked(await searchParams);
  if (asked === null) notFound();
  const { code } = asked;
  const [t, format, locale] = await Promise.all([getTranslations('unclassified'), getFormatter(), getLocale()]);
  const { nodes, more } = await codeNodes(ctx, code, locale);
  const named = canBeNamed(code);
  const extra = await catalogueExtra(ctx.db);
  const [evidence, colleagues] = await Promise.all([
    codeEvidence(ctx, code, nodes),
    named ? colleaguesOn(ctx, code, extra) : null,
  ]);
  const head = headOf(code, t);
  const back = <BackLink href={unclassifiedOf(null)}>{t('code.back')}</BackLink>;
  if (nodes.length === 0)
    return (
      <>
        <PageHeader above={back} title={head} />
        <EmptyState
          title={t('code.none.title')}
          body={t('code.none.body')}
          action={<LinkButton href={unclassifiedOf(null)}>{t('code.none.action')}</LinkButton>}
        />
      </>
    );
  const items = nodes.map((node) =>
    toNodeItem(node, {
      after: evidence.afterByNode.get(node.id) ?? null,
      mayPublish: mayPublishFor(ctx.actor, node.owner?.slug ?? null),
    }),
  );
  const open = items.filter(({ standing }) => standing === 'unclassified');
  const decided = items.filter(({ standing }) => standing !== 'unclassified');
  const times = nodes.map(({ firstSeen }) => firstSeen.getTime());
  const ends = nodes.map(({ lastSeen }) => lastSeen.getTime());
  const day = (at: number) => format.dateTime(at, { dateStyle: 'medium' });
  const subtitle = t('code.subtitle', {
    failures: nodes.reduce((sum, { failures }) => sum + failures, 0),
    nodes: nodes.length + more,
    first: day(Math.min(...times)),
    last: day(Math.max(...ends)),
  });
  return (
    <ClientMessages namespaces={['unclassified', 'failureRows']}>
      <PageHeader
        above={back}
        title={head}
        subtitle={subtitle}
        actions={
          <LinkButton href={rowsHref({ kind: 'failures', code }, ctx.now)} variant="default">
            {t('code.failures')}
          </LinkButton>
        }
      />
      <Box px={{ base: 'md', md: 'xl' }} pb="xl" className={classes.page}>
        <Evidence evidence={evidence} now={ctx.now} />
        {open.length === 0 ? (
          <section className={classes.part} aria-labelledby="all-decided">
            <h2 id="all-decided" className={classes.heading}>
              {t('code.allDecided.title')}
            </h2>
            <p>{t('code.allDecided.body')}</p>
          </section>
        ) : null}
        {open.length > 0 && named && colleagues !== null ? (
          <ClassifyForm
            code={code}
            nodes={open}
            only={open.some(({ id }) => id === asked.node) ? asked.node : null}
            more={more}
            suggestion={suggestClass(code, colleagues, extra)}
            mayEdit={can(ctx.actor, 'policy.edit')}
            mayExtend={can(ctx.actor, 'catalogue.edit')}
          />
        ) : null}
        {open.length > 0 && !named ? (
          <>
            <Unnamed code={code} />
            <NodesTable nodes={open} />
          </>
        ) : null}
        {decided.length > 0 ? (
          <section className={classes.part} aria-labelledby="decided-nodes">
            <h2 id="decided-nodes" className={classes.heading}>
              {t('code.decided.title')}
            </h2>
            <p className={classes.hint}>{t('code.decided.hint')}</p>
            <NodesTable nodes={decided} />
          </section>
        ) : null}
      </Box>
    </ClientMessages>
  );
}

/** The code as the log has it; one that is none or empty in words. */
function headOf(code: string | null, t: Awaited<ReturnType<typeof getTranslations<'unclassified'>>>) {
  if (code === null) return t('code.headNoCode');
  return code === '' ? t('code.headEmpty') : <code className={classes.code}>{code}</code>;
}
