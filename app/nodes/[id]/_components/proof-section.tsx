import { IconArrowRight, IconFlask, IconPencil } from '@tabler/icons-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { CoverageMark } from '@/components/policy/coverage-mark';
import { LinkButton } from '@/components/ui/link-button';
import { Caution } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { changesOf, type DrillStanding, holdsUntil, isProved } from '@/lib/drills/standing';
import type { Lack } from '@/lib/insight/coverage';
import type { NodeStanding } from '@/lib/insight/node-standing';
import { DrillProof } from './drill-proof';
import classes from './proof-section.module.css';

/** Where each thing that may be lacking is mended: a part of the form. */
const MENDED_AT: Readonly<Record<Lack, string>> = {
  invalid: '#comes-to',
  owner: '#owner',
  classification: '#classification',
  unclassified_codes: '#classification',
  retry: '#retry',
  idempotency: '#actions',
  on_exhausted: '#hand-off',
  record: '#hand-off',
};

/**
 * How far the node is, and what of it was proved: never more than that. The rest folds. `draftVoids`: publishing the open
 * draft would void it; `children`: what else proves it, such as the check of its log.
 */
export async function ProofSection({
  nodeRowId,
  standing: { coverage, proof },
  draftVoids,
  mayDrill,
  children,
}: {
  nodeRowId: string;
  standing: NodeStanding;
  draftVoids: boolean;
  mayDrill: boolean;
  children?: ReactNode;
}) {
  const t = await getTranslations('proof');
  const { drills } = proof;
  const again = drills.some(({ certificates }) => certificates.length > 0);
  return (
    <section id="proof" aria-labelledby="proof-title" className={classes.section}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id="proof-title" className={classes.title}>
            {t('title')}
          </h2>
          {coverage.state === 'incomplete' ? (
            <Lacking lacks={coverage.lacks} />
          ) : (
            <CoverageMark coverage={coverage} look="chips" />
          )}
        </div>
        {mayDrill && drills.length > 0 ? (
          <LinkButton
            href={`/nodes/${nodeRowId}/drill`}
            variant={coverage.state === 'configured' || coverage.state === 'stale' ? 'light' : 'default'}
            size="compact-md"
            leftSection={<IconFlask size={16} stroke={1.8} aria-hidden />}
          >
            {again ? t('again') : t('drill')}
          </LinkButton>
        ) : null}
      </div>
      <Claim coverage={coverage} drills={drills} />
      {draftVoids ? (
        <p className={classes.line}>
          <Caution Shape={IconPencil}>{t('draftVoids')}</Caution>
        </p>
      ) : null}
      {children}
      {drills.length > 0 ? (
        <details className={classes.details} open={coverage.state === 'stale'}>
          <summary>{t('details')}</summary>
          <ol className={classes.drills}>
            {drills.map((drill) => (
              <DrillProof key={drill.drill} standing={drill} />
            ))}
          </ol>
        </details>
      ) : null}
    </section>
  );
}

async function Lacking({ lacks }: { lacks: readonly Lack[] }) {
  const [t, words] = await Promise.all([getTranslations('proof'), getTranslations('terms.lacks')]);
  return (
    <>
      <p className={classes.line}>{t('lacking')}</p>
      <ul className={classes.lacks}>
        {lacks.map((lack) => (
          <li key={lack}>
            <a href={MENDED_AT[lack]}>
              {words(lack)} <IconArrowRight size={13} stroke={2} aria-hidden className={classes.arrow} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** In one sentence what was proved, and until when that holds. */
async function Claim({
  coverage: { state, idle },
  drills,
}: {
  coverage: NodeStanding['coverage'];
  drills: readonly DrillStanding[];
}) {
  const [t, names, format] = await Promise.all([
    getTranslations('proof'),
    getTranslations('drills.names'),
    getFormatter(),
  ]);
  if (idle) return <p className={classes.line}>{t('claim.idle')}</p>;
  const open = drills.filter((drill) => !isProved(drill));
  const until = holdsUntil(drills);
  const values = {
    passed: drills.length - open.length,
    count: drills.length,
    open: format.list(open.map(({ drill }) => names(`${drill}`))),
    changes: format.list(changesOf(drills).map((change) => t(`voidedBy.${change}`))),
  };
  const key = state === 'incomplete' || state === 'configured' ? partialKey(values.passed) : state;
  return (
    <p className={classes.line}>
      {state === 'incomplete' && values.passed === 0 ? t('claim.first') : t(`claim.${key}`, values)}
      {until !== null && open.length === 0
        ? ` ${t('until', { date: format.dateTime(until, { dateStyle: 'medium' }) })}`
        : null}
      {state === 'simulated' ? (
        <>
          {' '}
          <TextLink href="/glossary#certificate">{t('kinds')}</TextLink>
        </>
      ) : null}
    </p>
  );
}

function partialKey(passed: number): 'none' | 'some' {
  return passed === 0 ? 'none' : 'some';
}
