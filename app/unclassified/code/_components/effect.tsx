import { useFormatter, useTranslations } from 'next-intl';
import { effectOf } from '@/lib/insight/code-detail';
import type { FailureClass } from '@/lib/policy/vocabulary';
import classes from './code.module.css';
import type { NodeItem } from './node-item';
import { someOf } from './some-of';

/** What the decision would have changed in the last 30 days, and on which nodes it cannot be made; before it is made. */
export function Effect({ nodes, failureClass }: { nodes: readonly NodeItem[]; failureClass: FailureClass | null }) {
  const t = useTranslations('unclassified.code.effect');
  return (
    <section className={classes.effect} aria-label={t('title')} aria-live="polite">
      <h3>{t('title')}</h3>
      {failureClass === null ? <p>{t('ask')}</p> : <Sentences nodes={nodes} failureClass={failureClass} />}
    </section>
  );
}

function Sentences({ nodes, failureClass }: { nodes: readonly NodeItem[]; failureClass: FailureClass }) {
  const t = useTranslations('unclassified.code.effect');
  const format = useFormatter();
  const { retried, retrying, withoutRetry, drafted, foreign, closed, decided } = effectOf(nodes, failureClass);
  const names = (all: readonly string[]) => format.list(someOf(all, (count) => t('more', { count })));
  return (
    <>
      {decided === 0 ? <p>{t('none')}</p> : null}
      {retrying.length > 0 ? <p>{t('retried', { count: retried, names: names(retrying) })}</p> : null}
      {decided > 0 && failureClass === 'terminal' ? <p>{t('nothing', { count: decided })}</p> : null}
      {withoutRetry.length > 0 ? <p>{t('withoutRetry', { names: names(withoutRetry) })}</p> : null}
      {drafted.length > 0 ? <p>{t('drafted', { names: names(drafted) })}</p> : null}
      {foreign.length > 0 ? <p>{t('foreign', { names: names(foreign) })}</p> : null}
      {closed.length > 0 ? <p>{t('closed', { names: names(closed) })}</p> : null}
    </>
  );
}
