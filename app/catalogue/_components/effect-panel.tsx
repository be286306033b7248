'use client';

import { Alert, Button, Loader } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useId } from 'react';
import { TextLink } from '@/components/ui/text-link';
import type { CatalogueEffect, EffectGroup } from '@/lib/insight/catalogue-effect';
import classes from './catalogue.module.css';
import type { EffectState } from './use-effect-of';
import { useProblemWords } from './use-problem-words';

/** What a change would come to, in words, before it is made. */
export function EffectPanel({
  state,
  unchanged = false,
  onAgain,
}: {
  state: EffectState;
  /** Code and meaning are as they were. */
  unchanged?: boolean;
  onAgain: () => void;
}) {
  const t = useTranslations('catalogue.effect');
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.effect}>
      <h2 id={id}>{t('title')}</h2>
      <div role="status" aria-busy={state.kind === 'asking'}>
        {unchanged ? <p className={classes.quiet}>{t('unchanged')}</p> : <Said state={state} onAgain={onAgain} />}
      </div>
    </section>
  );
}

function Said({ state, onAgain }: { state: EffectState; onAgain: () => void }) {
  const t = useTranslations('catalogue.effect');
  const problemWords = useProblemWords();
  if (state.kind === 'waiting') return <p className={classes.quiet}>{t('waiting')}</p>;
  if (state.kind === 'asking')
    return (
      <p className={classes.quiet}>
        <Loader size={14} aria-hidden /> {t('asking')}
      </p>
    );
  if (state.kind === 'failed')
    return (
      <Alert color="red" role="alert">
        {t('failed')}{' '}
        <Button size="xs" variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
      </Alert>
    );
  const { effect, problem } = state.answer;
  if (effect === null) return <Alert color="red">{problemWords(problem)}</Alert>;
  return <Effect effect={effect} />;
}

/** As many of a group as the server names. */
const MOST_SHOWN = 20;

/** Groups that change what happens; the others only explain. */
const STRONG: readonly string[] = ['retried', 'handed_off'];

function Effect({ effect }: { effect: CatalogueEffect }) {
  const t = useTranslations('catalogue.effect');
  const terms = useTranslations('terms.class');
  const { groups, replaces, contradicting } = effect;
  return (
    <>
      {replaces === null ? null : (
        <p className={classes.quiet}>
          {t('replaces', { token: replaces.token, class: terms(replaces.class), source: replaces.source })}
        </p>
      )}
      {groups.length === 0 ? <p>{t('none')}</p> : null}
      {groups.map((group) => (
        <Group key={group.kind} group={group} />
      ))}
      {contradicting.length === 0 ? null : (
        <Alert color="yellow" title={t('contradicting', { count: contradicting.length })}>
          <ul>
            {contradicting.map(({ id, name, workflowName }) => (
              <li key={id}>
                <TextLink href={`/nodes/${id}`}>{t('node', { node: name, workflow: workflowName })}</TextLink>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

function Group({ group: { kind, nodes, failures, failedExecutions, shown } }: { group: EffectGroup }) {
  const t = useTranslations('catalogue.effect');
  const format = useFormatter();
  return (
    <div className={classes.group} data-strong={STRONG.includes(kind) || undefined} data-kind={kind}>
      <p>{t(`kinds.${kind}`, { nodes, failures, executions: failedExecutions })}</p>
      <details>
        <summary>{t('which', { nodes })}</summary>
        <ul>
          {shown.map(({ id, name, workflowName, errorCode, failures: each }) => (
            <li key={`${id} ${errorCode}`}>
              <TextLink href={`/nodes/${id}#classification`}>
                {t('node', { node: name, workflow: workflowName })}
              </TextLink>{' '}
              <code className={classes.code}>{errorCode}</code>{' '}
              <span className="tabular">{t('times', { count: each, text: format.number(each) })}</span>
            </li>
          ))}
        </ul>
        {shown.length === MOST_SHOWN ? <p className={classes.quiet}>{t('mostOnly', { count: shown.length })}</p> : null}
      </details>
    </div>
  );
}
