import { IconAlertTriangle, IconCircleDashed, IconFlask, IconRefreshAlert, IconShieldCheck } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { CertificateStanding, DrillStanding } from '@/lib/drills/standing';
import classes from './proof-section.module.css';

const SHAPES = {
  platform: IconShieldCheck,
  simulated: IconFlask,
  void: IconRefreshAlert,
  aged: IconRefreshAlert,
  missing: IconCircleDashed,
} as const;

/** One drill that the node needs: how it stands, and each certificate with its run, until when it holds, or why not. */
export function DrillProof({ standing: { drill, state, certificates } }: { standing: DrillStanding }) {
  const t = useTranslations('proof.drillStates');
  const names = useTranslations('drills.names');
  const numbered = useTranslations('drills');
  const Shape = SHAPES[state];
  return (
    <li className={classes.drill}>
      <span className={classes.name}>{numbered('numbered', { drill, name: names(`${drill}`) })}</span>
      <span className={classes.state} data-state={state}>
        <Shape size={15} stroke={2} aria-hidden />
        {t(state)}
      </span>
      {certificates.length > 0 ? (
        <ul className={classes.certificates}>
          {certificates.map((each) => (
            <CertificateLine key={each.certificate.kind} standing={each} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function CertificateLine({ standing: { certificate, voidedBy, holdsUntil } }: { standing: CertificateStanding }) {
  const t = useTranslations('proof');
  const format = useFormatter();
  const { kind, runId, target, passedAt } = certificate;
  const values = {
    target,
    at: format.dateTime(passedAt, { dateStyle: 'medium', timeStyle: 'short' }),
    until: format.dateTime(holdsUntil, { dateStyle: 'medium' }),
  };
  return (
    <li>
      {t(`certificate.${kind}`, values)}
      {'; '}
      {voidedBy.length === 0 ? (
        t('certificate.holds', values)
      ) : (
        <span className={classes.void}>
          <IconAlertTriangle size={13} stroke={2} aria-hidden />
          {t('certificate.void', { why: format.list(voidedBy.map((each) => t(`voidedBy.${each}`))) })}
        </span>
      )}{' '}
      <TextLink href={`/drills/${runId}`}>{t('certificate.run')}</TextLink>
    </li>
  );
}
