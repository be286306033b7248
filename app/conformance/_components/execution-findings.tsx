import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { ExecutionEvidence } from '@/lib/history/conformance-queries';
import classes from './conformance.module.css';
import { useFindingWords } from './use-finding-words';

/** What was found in an execution: what it means, and where it is mended. */
export function ExecutionFindings({
  evidence: { findings, node, workflow },
  reading,
}: {
  evidence: ExecutionEvidence;
  /** The history is still being read: nothing found is not yet that all was kept to. */
  reading: boolean;
}) {
  const t = useTranslations('conformance');
  const words = useFindingWords();
  return (
    <section aria-labelledby="found">
      <h2 id="found" className={classes.heading}>
        {t('execution.found')}
      </h2>
      {findings.length === 0 ? (
        <p className={classes.line}>{t(reading ? 'execution.reading' : 'execution.clean')}</p>
      ) : null}
      <ul className={classes.findings}>
        {findings.map((row) => (
          <li key={row.finding} className={classes.finding}>
            <h3 className={classes.heading}>{t(`finding.${row.finding}`)}</h3>
            <p>{words(row)}</p>
            <p className={classes.dim}>{t(`meaning.${row.finding}`)}</p>
            <p>{t(`mend.${row.finding}`)}</p>
            <div className={classes.links}>
              {node.id === null ? null : <TextLink href={`/nodes/${node.id}`}>{t('toNode')}</TextLink>}
              {row.finding === 'no_hand_off' ? null : (
                <TextLink href={`/workflows/${workflow.id}#export`}>{t('toExport')}</TextLink>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
