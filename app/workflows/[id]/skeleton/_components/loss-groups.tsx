import { IconFileDescription } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';
import type { LossGroup } from '../../_components/group-losses';
import classes from './skeleton.module.css';

/** What the engine cannot say of the skeleton; said once for all nodes, folded. */
export function LossGroups({ losses, format }: { losses: readonly LossGroup[]; format: string }) {
  const t = useTranslations('skeleton.losses');
  const words = useTranslations('losses');
  const exactness = useTranslations('common.losses');
  return (
    <details className={classes.losses}>
      <summary>
        <IconFileDescription size={16} stroke={1.8} aria-hidden />
        {t('title', { count: losses.length, format })}{' '}
        {t(losses.every(({ where }) => where === 'node') ? 'keptInNode' : 'kept')}
      </summary>
      <ul>
        {losses.map(({ key, code, values, path, exactness: how, nodes }) => (
          <li key={key}>
            {messageOf(words, code, values) ?? path.join('.')} ({exactness(how)}, {t('on', { count: nodes.length })})
          </li>
        ))}
      </ul>
    </details>
  );
}
