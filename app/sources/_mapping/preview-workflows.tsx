'use client';

import { useTranslations } from 'next-intl';
import type { Preview } from './found';
import lookClasses from './look.module.css';
import classes from './mapping.module.css';

const MOST_NODES = 12;

/** The workflows that were found there, with their nodes. */
export function PreviewWorkflows({ preview: { workflows, workflowCount } }: { preview: Preview }) {
  const t = useTranslations('sourceWizard.workflows');
  if (workflows.length === 0) return <p className={classes.quiet}>{t('none')}</p>;
  return (
    <>
      <ul className={lookClasses.workflows}>
        {workflows.map(({ id, name, nodes }) => (
          <li key={id}>
            <b>{name ?? id}</b> <small>{t('nodes', { count: nodes.length })}</small>
            <span>
              {nodes.slice(0, MOST_NODES).map((node) => (
                <code key={node.id} title={node.type ?? undefined}>
                  {node.name ?? node.id}
                </code>
              ))}
              {nodes.length > MOST_NODES ? <small>{t('moreNodes', { count: nodes.length - MOST_NODES })}</small> : null}
            </span>
          </li>
        ))}
      </ul>
      {workflowCount > workflows.length ? (
        <p className={classes.quiet}>{t('more', { count: workflowCount - workflows.length })}</p>
      ) : null}
    </>
  );
}
