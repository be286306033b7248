'use client';

import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMap2 } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import classes from './guide.module.css';
import { onPublished, setGuideStep, useGuideStep } from './guide-store';
import { GUIDE_OFF, GUIDE_STEPS, type GuideStep, placeOf, stepBeside, stepOf } from './steps';
import { useOutline } from './use-outline';
import { whenFound } from './when-found';

/** The node on which the reader is guided. */
interface GuidedNode {
  readonly id: string;
  readonly name: string;
  /** Whether somebody has decided about its retry; the guide says what is there. */
  readonly decided: boolean;
}

/** The guided first run: offered once on the home and on the list of nodes, then a card that goes along. */
export function Guide({ served, node }: { served: string | null; node: GuidedNode }) {
  const chosen = useGuideStep(served);
  const pathname = usePathname();
  const step = stepOf(chosen ?? undefined);
  if (step) return <GuideCard step={step} node={node} />;
  return chosen === null && (pathname === '/' || pathname === '/nodes') ? <Offer /> : null;
}

function Offer() {
  const t = useTranslations('guide');
  const router = useRouter();
  const start = () => {
    setGuideStep('find');
    router.push('/nodes');
  };
  return (
    <section className={classes.card} aria-label={t('label')}>
      <Text fw={600}>{t('offerTitle')}</Text>
      <Text size="sm" mt={4}>
        {t('offerBody')}
      </Text>
      <Group mt="sm" gap="xs">
        <Button size="xs" onClick={start}>
          {t('start')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setGuideStep(GUIDE_OFF)}>
          {t('skip')}
        </Button>
      </Group>
    </section>
  );
}

function GuideCard({ step, node }: { step: GuideStep; node: GuidedNode }) {
  const t = useTranslations('guide');
  const [open, { close, open: show }] = useDisclosure(true);
  const place = placeOf(usePathname());
  const here = step.place === null || step.place === place;
  useEffect(() => {
    if (step.doneAt === null || step.doneAt !== place) return;
    const next = stepBeside(step, 1);
    return whenFound(targetOf(next, node), () => setGuideStep(next.id));
  }, [step, place, node]);
  useEffect(() => (step.place === 'node' ? onPublished(() => setGuideStep('take')) : undefined), [step]);
  const side = useOutline(here && open ? targetOf(step, node) : null);

  if (!open)
    return (
      <Button className={classes.small} size="xs" onClick={show} leftSection={<IconMap2 size={15} aria-hidden />}>
        {t('open')}
      </Button>
    );
  const at = GUIDE_STEPS.indexOf(step);
  const last = step.id === 'done';
  return (
    <section className={classes.card} aria-label={t('label')} data-side={side}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed">
          {last ? null : t('progress', { step: at + 1, of: GUIDE_STEPS.length - 1 })}
        </Text>
        <CloseButton
          size={36}
          iconSize={18}
          className={classes.close}
          aria-label={t('minimise')}
          title={t('minimise')}
          onClick={close}
        />
      </Group>
      <div aria-live="polite">
        <Text fw={600}>{t(`steps.${step.id}.title`)}</Text>
        <Text size="sm" mt={2}>
          {t(`steps.${step.id}.body`, { node: node.name, decided: node.decided ? 'yes' : 'no' })}
        </Text>
      </div>
      <Group mt="sm" gap="xs" justify="space-between">
        <Forward step={step} here={here} last={last} />
        {last ? null : (
          <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" onClick={() => setGuideStep(GUIDE_OFF)}>
            {t('stop')}
          </Button>
        )}
      </Group>
    </section>
  );
}

/** Which element to outline: for the first step the row of the node itself. */
function targetOf(step: GuideStep, node: GuidedNode): string | null {
  return step.id === 'find' ? `[data-row-link][href="/nodes/${node.id}"]` : step.target;
}

/** The way on: the next step, or back to where this one is taken. */
function Forward({ step, here, last }: { step: GuideStep; here: boolean; last: boolean }) {
  const t = useTranslations('guide');
  if (last)
    return (
      <Button size="xs" onClick={() => setGuideStep(GUIDE_OFF)}>
        {t('finish')}
      </Button>
    );
  if (!here)
    return (
      <Button size="xs" component={Link} href="/nodes" onClick={() => setGuideStep('find')}>
        {t('goThere')}
      </Button>
    );
  return (
    <Group gap="xs">
      {step.id === 'find' || step.id === 'evidence' ? null : (
        <Button size="xs" variant="default" onClick={() => setGuideStep(stepBeside(step, -1).id)}>
          {t('back')}
        </Button>
      )}
      {step.doneAt === null ? (
        <Button size="xs" onClick={() => setGuideStep(stepBeside(step, 1).id)}>
          {t('next')}
        </Button>
      ) : null}
    </Group>
  );
}
