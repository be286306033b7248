'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { CoverageMark } from '@/components/policy/coverage-mark';
import { Caution } from '@/components/ui/marks';
import type { PictureNode } from '@/lib/insight/workflow-node';
import { useMarked } from './marked-store';
import classes from './picture.module.css';

/** Below the picture: the facts of the node under the pointer or focus; the same stand in the list. */
export function PictureFacts({ nodes }: { nodes: ReadonlyMap<string, PictureNode> }) {
  const t = useTranslations('picture');
  const format = useFormatter();
  const marked = useMarked();
  const node = marked === null ? undefined : nodes.get(marked);
  if (!node) return <p className={classes.facts}>{t('hint')}</p>;
  return (
    <div className={classes.facts}>
      <strong className={classes.factName}>{node.name}</strong>
      <CoverageMark coverage={node.coverage} look="chips" />
      <span className="tabular">
        {t('failuresAndFinal', { failures: format.number(node.failures), final: format.number(node.finalFailures) })}
      </span>
      <Owner node={node} />
    </div>
  );
}

function Owner({ node: { owner, coverage } }: { node: PictureNode }) {
  const t = useTranslations('picture');
  const words = useTranslations('terms.lacks');
  if (owner) return <span>{t(owner.inherited ? 'ownerInherited' : 'owner', { name: owner.name })}</span>;
  return coverage.lacks.includes('owner') ? <Caution>{words('owner')}</Caution> : null;
}
