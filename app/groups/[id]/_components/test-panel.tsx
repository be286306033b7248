'use client';

import { Button, Code, Group, Loader, Text } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconChecks, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useProblemWords } from '@/components/reach/health-line';
import { messageOf } from '@/lib/i18n/message';
import type { ChannelKind } from '@/lib/owners/channel-kinds';
import classes from './channels.module.css';
import type { TestStep, TestView } from './test-progress';
import { type Test, useTest } from './use-test';

/** A test on its way, as it goes: taken, sent, what the provider said, and whether it was confirmed. */
export function TestPanel({
  channel,
  onClose,
}: {
  channel: { readonly id: string; readonly name: string; readonly kind: ChannelKind };
  onClose: () => void;
}) {
  const t = useTranslations('channels.try');
  const { test, look } = useTest(channel.id);
  const stopped = test.phase === 'lost' || (test.phase === 'seen' && hasStopped(test));
  return (
    <section className={classes.test} aria-label={t('region', { name: channel.name })}>
      <div role="status" aria-live="polite">
        <Said test={test} kind={channel.kind} />
      </div>
      <Group gap="xs" mt="xs">
        {stopped ? (
          <Button size="compact-sm" variant="default" onClick={look}>
            {t('look')}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          {t('close')}
        </Button>
      </Group>
    </section>
  );
}

/** True when the page has stopped looking although more may come, such as a confirmation. */
function hasStopped({ watching, step }: { watching: boolean; step: TestStep }): boolean {
  return !watching && step !== 'confirmed' && step !== 'dead';
}

function Said({ test, kind }: { test: Test; kind: ChannelKind }) {
  const t = useTranslations('channels.try');
  const common = useTranslations('common.refusals');
  switch (test.phase) {
    case 'asking':
      return <Line busy>{t('asking')}</Line>;
    case 'lost':
      return <Line Shape={IconAlertTriangle}>{t('lost')}</Line>;
    case 'refused': {
      const reason = messageOf(t, test.reason) ?? messageOf(common, test.reason) ?? common('unexpected');
      return <Line Shape={IconAlertTriangle}>{t('refused', { reason })}</Line>;
    }
    case 'seen':
      return <Seen {...test} kind={kind} />;
  }
}

const BUSY: readonly TestStep[] = ['waiting', 'sending', 'retry'];
const SHAPES: Partial<Record<TestStep, Icon>> = {
  no_worker: IconAlertTriangle,
  sent: IconCircleCheck,
  confirmed: IconChecks,
  dead: IconAlertTriangle,
  unknown: IconHelpCircle,
};

function Seen({ view, step, watching, kind }: Extract<Test, { phase: 'seen' }> & { kind: ChannelKind }) {
  const t = useTranslations('channels.try');
  const remedy = useTranslations('channels.remedy');
  const problemWords = useProblemWords();
  const last = view.tries.at(-1);
  const mends = view.problem !== null && step !== 'sent' && step !== 'confirmed';
  return (
    <>
      <Line busy={watching && BUSY.includes(step)} Shape={SHAPES[step]}>
        <StepWords step={step} view={view} kind={kind} problem={problemWords(view.problem)} />
      </Line>
      {mends ? <Text size="sm">{messageOf(remedy, view.problem ?? '') ?? remedy('unnamed')}</Text> : null}
      {last?.answer ? (
        <Text size="sm" component="div" mt={4}>
          {t('answer', { answer: '' })} <Code className={classes.answer}>{last.answer}</Code>
        </Text>
      ) : null}
      {last && last.status !== null && step !== 'sent' && step !== 'confirmed' ? (
        <Text size="sm" c="dimmed">
          {t('status', { status: `${last.status}` })} · {t('tries', { count: view.tries.length })}
        </Text>
      ) : null}
      {view.providerRef === null ? null : <Text size="sm">{t('ref', { ref: view.providerRef })}</Text>}
      {step === 'sent' ? <Text size="sm">{t('confirmable')}</Text> : null}
      {!hasStopped({ watching, step }) ? null : (
        <Text size="sm" c="dimmed">
          {t('stopped')}
        </Text>
      )}
    </>
  );
}

function StepWords({
  step,
  view,
  kind,
  problem,
}: {
  step: TestStep;
  view: TestView;
  kind: ChannelKind;
  problem: string;
}) {
  const t = useTranslations('channels.try');
  const format = useFormatter();
  switch (step) {
    case 'waiting':
    case 'sending':
    case 'confirmed':
      return t(step);
    case 'no_worker':
      return t('noWorker', { seconds: 8 });
    case 'sent': {
      const status = view.tries.at(-1)?.status;
      return kind === 'teams' ? t('sentTeams') : t('sent', { status: status ? `${status}` : 'none' });
    }
    case 'retry': {
      const when = view.nextAt === null ? '' : format.dateTime(new Date(view.nextAt), { timeStyle: 'medium' });
      return t('retry', { problem, when });
    }
    case 'dead':
    case 'unknown':
      return t(step, { problem });
  }
}

function Line({ busy = false, Shape, children }: { busy?: boolean; Shape?: Icon; children: React.ReactNode }) {
  return (
    <Text size="sm" fw={500} className={classes.line} component="div">
      {busy ? <Loader size={14} aria-hidden /> : null}
      {!busy && Shape ? <Shape size={16} stroke={2} aria-hidden /> : null}
      <span>{children}</span>
    </Text>
  );
}
