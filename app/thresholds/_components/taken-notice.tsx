import { Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { TextLink } from '@/components/ui/text-link';
import classes from './thresholds.module.css';
import type { Taken } from './use-taking';

/** What became of each number that was taken: where to publish it, what was left and why, and the way back. */
export function TakenNotice({
  taken,
  busy,
  onUndo,
  onClose,
}: {
  taken: Taken;
  busy: boolean;
  onUndo: () => void;
  onClose: () => void;
}) {
  const t = useTranslations('thresholds');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { results, undone } = taken;
  const done = results.filter(({ outcome }) => outcome === 'taken');
  const left = results.filter(({ outcome }) => outcome !== 'taken');
  const next = done.length > 0 ? t('taken.next') : t('taken.none');
  const nodes = new Map(done.map(({ nodeRowId, nodeName }) => [nodeRowId, nodeName]));
  return (
    <section className={classes.taken} aria-labelledby="thresholds-taken">
      <h2 id="thresholds-taken" ref={heading} tabIndex={-1}>
        {t('taken.title', { count: done.length })}
      </h2>
      <p role="status">{undone === null ? next : t('taken.undone', { ...undone })}</p>
      <ul>
        {undone === null
          ? [...nodes].map(([id, name]) => (
              <li key={id}>
                <TextLink href={`/nodes/${id}`}>{t('taken.open', { node: name })}</TextLink>
              </li>
            ))
          : null}
        {left.map(({ nodeRowId, nodeName, code, outcome, by = '' }) => (
          <li key={`${nodeRowId} ${code}`}>
            {outcome === 'gone' ? nodeName : <TextLink href={`/nodes/${nodeRowId}`}>{nodeName}</TextLink>}
            {': '}
            {t(`taken.outcome.${outcome}`, { by })}
          </li>
        ))}
      </ul>
      <Group gap="xs">
        {done.length > 0 && undone === null ? (
          <Button
            variant="default"
            size="compact-md"
            loading={busy}
            leftSection={<IconArrowBackUp size={15} aria-hidden />}
            onClick={onUndo}
          >
            {t('taken.undo')}
          </Button>
        ) : null}
        <Button variant="subtle" size="compact-md" onClick={onClose}>
          {t('taken.close')}
        </Button>
      </Group>
    </section>
  );
}
