import { useTranslations } from 'next-intl';
import { type PictureNode, standingOf } from '@/lib/insight/workflow-node';

/** What is said of a node, in the picture and for those who hear it. */
export function useNodeWords() {
  const t = useTranslations('picture');
  const lacks = useTranslations('terms.lacks');

  /** Everything that the node lacks, the most urgent first. */
  const lacking = (node: PictureNode) => node.coverage.lacks.map((lack) => lacks(lack)).join(t('comma'));
  const standing = (node: PictureNode) => {
    const [first, ...more] = node.coverage.lacks;
    if (first === undefined) return t(`standing.${standingOf(node)}`);
    return more.length === 0 ? lacks(first) : t('andMore', { first: lacks(first), count: more.length });
  };
  const failures = (node: PictureNode) => t('failures', { count: node.failures });

  /** `place`: which of how many it is. */
  const label = (node: PictureNode, { place, of }: { readonly place: number; readonly of: number }) => {
    const whole = node.coverage.lacks.length === 0;
    const state = whole ? t(`standing.${standingOf(node)}`) : t('incompleteBecause', { lacks: lacking(node) });
    const draft = node.hasDraft ? t('comma') + t('draft') : '';
    return t('card', { name: node.name, state: state + draft, failures: failures(node), place, of });
  };
  return { lacking, standing, failures, label };
}
