import { IconArrowRight, IconFlask, IconPencil } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CoverageMark } from '@/components/policy/coverage-mark';
import { LinkButton } from '@/components/ui/link-button';
import { Caution } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { changesOf, holdsUntil, isProved } from '@/lib/drills/standing';
import type { Coverage, Lack } from '@/lib/insight/coverage';
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
export function ProofSection({
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
  const t = useTranslations('proof');
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
            variant={coverage.state === 'configured' || proof.state === 'stale' ? 'light' : 'default'}
            size="compact-md"
            leftSection={<IconFlask size={16} stroke={1.8} aria-hidden />}
          >
            {again ? t('again') : t('drill')}
          </LinkButton>
        ) : null}
      </div>
      <Claim coverage={coverage} proof={proof} />
      {draftVoids ? (
        <p className={classes.line}>
          <Caution Shape={IconPencil}>{t('draftVoids')}</Caution>
        </p>
      ) : null}
      {children}
      {drills.length > 0 ? (
        <details className={classes.details} open={proof.state === 'stale'}>
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

function Lacking({ lacks }: { lacks: readonly Lack[] }) {
  const t = useTranslations('proof');
  const words = useTranslations('terms.lacks');
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

/** In one sentence what was proved, whatever is lacking besides, and until when that holds. */
function Claim({ coverage, proof: { state, drills } }: NodeStanding) {
  const t = useTranslations('proof');
  const names = useTranslations('drills.names');
  const format = useFormatter();
  const open = drills.filter((drill) => !isProved(drill));
  const until = open.length === 0 ? holdsUntil(drills) : null;
  const values = {
    passed: drills.length - open.length,
    count: drills.length,
    open: format.list(open.map(({ drill }) => names(`${drill}`))),
    changes: format.list(changesOf(drills).map((change) => t(`voidedBy.${change}`))),
  };
  return (
    <p className={classes.line}>
      {t(`claim.${state === 'none' ? unprovedKey(coverage, values.passed) : state}`, values)}
      {until === null ? null : ` ${t('until', { date: format.dateTime(until, { dateStyle: 'medium' }) })}`}
      {state === 'simulated' ? (
        <>
          {' '}
          <TextLink href="/glossary#certificate">{t('kinds')}</TextLink>
        </>
      ) : null}
    </p>
  );
}

function unprovedKey({ state, idle }: Coverage, passed: number): 'idle' | 'first' | 'none' | 'some' {
  if (idle) return 'idle';
  if (passed > 0) return 'some';
  return state === 'incomplete' ? 'first' : 'none';
}
