'use client';

import { Alert, Button, Group, Stack, Title } from '@mantine/core';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { Nothing } from '@/components/ui/nothing';
import { messageOf } from '@/lib/i18n/message';
import { useSourceWords } from '../_components/use-source-words';
import type { PlatformOffer } from './found';
import { LookStep } from './look-step';
import classes from './mapping.module.css';
import { PlaceStep } from './place-step';
import { PlatformStep } from './platform-step';
import { PresetStep } from './preset-step';
import { StepList } from './step-list';
import { STEPS } from './steps';
import { useWizard, type WizardSource } from './use-wizard';
import { MappingProvider } from './wizard-context';

/** Most never name tables: its fields come when somebody does. */
const TablesStep = dynamic(() => import('./tables-step').then((module) => module.TablesStep), { loading: Nothing });

/** Where, which platform, what its tables mean, and what comes out: then it is saved. */
export function Wizard({
  source,
  offers,
  owner,
}: {
  source: WizardSource;
  offers: readonly PlatformOffer[];
  /** Id of the person: what a browser keeps is theirs. */
  owner: string;
}) {
  const t = useTranslations('sourceWizard');
  const wizard = useWizard(source, offers, owner);
  const errorOf = useErrorWords(wizard.codeOf);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, back, found, busy, refusal } = wizard;
  const { step, entries } = state;
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [step]);
  const last = step === 'look';
  return (
    <MappingProvider form={{ entries, change: wizard.change, errorOf, found, offers, sampleOf: wizard.sampleOf }}>
      <Stack gap="lg">
        <StepList step={step} reachable={wizard.reachable} onStep={wizard.setStep} />
        <BackNotice back={back} isNew={source.id === null} onClose={wizard.closeBack} onAgain={wizard.startAgain} />
        <Title order={2} size="h4" ref={heading} tabIndex={-1} className={classes.stepTitle}>
          {t(`steps.${step}.title`)}
        </Title>
        <p className={classes.quiet}>{t(`steps.${step}.body`)}</p>
        {step === 'place' ? (
          <PlaceStep
            place={state.place}
            password={wizard.password}
            kept={state.sealed !== null || source.id !== null}
            found={found}
            fault={wizard.fault}
            looking={busy === 'looking'}
            errorOf={errorOf}
            onPlace={wizard.setPlace}
            onPassword={wizard.setPassword}
            onTest={() => void wizard.look()}
          />
        ) : null}
        {step === 'platform' ? <PlatformStep /> : null}
        {step === 'meaning' ? <MeaningStep kind={entries.kind} /> : null}
        {last ? (
          <LookStep name={state.name} onName={wizard.setName} previewing={wizard.previewing} onMend={wizard.goTo} />
        ) : null}
        {refusal === null ? null : (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            <Refused reason={refusal} />
          </Alert>
        )}
        <Group gap="sm" className={classes.bar}>
          {step === 'place' ? null : (
            <Button variant="default" onClick={() => wizard.setStep(STEPS[STEPS.indexOf(step) - 1] ?? 'place')}>
              {t('back')}
            </Button>
          )}
          {last ? (
            <Button loading={busy === 'saving'} onClick={() => void wizard.save()}>
              {t(source.id === null ? 'connect' : 'save')}
            </Button>
          ) : (
            <Button loading={busy === 'looking'} onClick={() => void wizard.next()}>
              {t('next')}
            </Button>
          )}
        </Group>
      </Stack>
    </MappingProvider>
  );
}

function MeaningStep({ kind }: { kind: 'preset' | 'tables' | null }) {
  return kind === 'tables' ? <TablesStep /> : <PresetStep />;
}

function Refused({ reason }: { reason: string }) {
  return useSourceWords()(reason);
}

function BackNotice({
  back,
  isNew,
  onClose,
  onAgain,
}: {
  back: 'no' | 'yes' | 'older';
  isNew: boolean;
  onClose: () => void;
  onAgain: () => void;
}) {
  const t = useTranslations('sourceWizard.kept');
  const title = useId();
  if (back === 'no') return null;
  return (
    <Alert
      variant="default"
      icon={<IconHistory aria-hidden />}
      title={<span id={title}>{t(back === 'older' ? 'olderTitle' : 'title')}</span>}
      role="status"
    >
      <Stack gap="xs">
        {t(back === 'older' ? 'olderBody' : 'body')}
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {t('fine')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onAgain}>
            {t(isNew ? 'again' : 'againSaved')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Says what is wrong with an entry. */
function useErrorWords(codeOf: (field: string) => string | undefined): (field: string) => string | undefined {
  const issues = useTranslations('sourceWizard.issues');
  const errors = useTranslations('sources.errors');
  return (field) => {
    const code = codeOf(field);
    return code === undefined ? undefined : (messageOf(issues, code) ?? messageOf(errors, code) ?? issues('other'));
  };
}
