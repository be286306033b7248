'use client';

import { Alert, Button, Loader, Stack, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/i18n/message';
import type { StatusMeaning } from '@/lib/sources/schema';
import { type Failure, FailureRemedy, FailureTitle } from '../_components/failure-text';
import { fieldOfUnknown } from './field-of-unknown';
import type { Preview, PreviewProblem } from './found';
import lookClasses from './look.module.css';
import classes from './mapping.module.css';
import { PreviewRows } from './preview-rows';
import { PreviewWorkflows } from './preview-workflows';
import { SettingsFields } from './settings-fields';
import { StatusesField } from './statuses-field';
import type { Previewing } from './use-preview';
import { useMapping } from './wizard-context';

/** What comes out, live: the newest rows as they would be kept, what was not understood, and what mends it. */
export function LookStep({
  name,
  onName,
  previewing,
  onMend,
}: {
  name: string;
  onName: (name: string) => void;
  previewing: Previewing;
  /** Leads to the entry of that `data-field`. */
  onMend: (field: string) => void;
}) {
  const t = useTranslations('sourceWizard.look');
  const { entries, offers, errorOf } = useMapping();
  const { preview, fault, busy } = previewing;
  const offer = entries.kind === 'preset' ? offers.find(({ id }) => id === entries.preset.platform) : undefined;
  return (
    <Stack gap="lg">
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        data-field="name"
        required
        value={name}
        error={errorOf('name')}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onName(event.currentTarget.value)}
        maw={460}
      />
      <Part title={t('preview')}>
        <div className={lookClasses.summary} role="status" aria-live="polite">
          {busy ? <Loader size={16} aria-hidden /> : null}
          <span>{busy ? t('busy') : summaryOf(preview, t)}</span>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={previewing.again}
          >
            {t('again')}
          </Button>
        </div>
        {fault ? <PreviewFault fault={fault} onMend={onMend} /> : null}
        {preview ? (
          <>
            <Warnings preview={preview} />
            <Problems preview={preview} onMend={onMend} named={entries.kind === 'tables'} />
            <PreviewRows preview={preview} />
          </>
        ) : null}
      </Part>
      <Statuses preview={preview} usual={offer?.statuses ?? {}} />
      {preview ? (
        <Part title={t('workflows', { count: preview.workflowCount })}>
          <PreviewWorkflows preview={preview} />
        </Part>
      ) : null}
      <Part title={t('settings')}>
        <SettingsFields usualRetention={offer?.retentionDays ?? null} />
      </Part>
    </Stack>
  );
}

/** Folded where each value that was seen has a meaning. */
function Statuses({ preview, usual }: { preview: Preview | null; usual: Readonly<Record<string, StatusMeaning>> }) {
  const t = useTranslations('sourceWizard.look');
  const { statuses } = useMapping().entries;
  const seen = preview?.statuses ?? [];
  const open = seen.filter(({ value }) => !Object.hasOwn(statuses, value) && !Object.hasOwn(usual, value)).length;
  return (
    <details className={`${classes.fold} ${classes.part}`} open={open > 0}>
      <summary>
        {t('statuses')} <small>{open > 0 ? t('statusesOpen', { count: open }) : t('statusesAll')}</small>
      </summary>
      <p className={classes.quiet}>{t('statusesHint')}</p>
      <StatusesField seen={seen} usual={usual} />
    </details>
  );
}

type Words = ReturnType<typeof useTranslations<'sourceWizard.look'>>;

function summaryOf(preview: Preview | null, t: Words): string {
  if (preview === null) return t('nothingYet');
  if (preview.read === 0) return t('noRows');
  const { read, understood, leftOut } = preview;
  return t('summary', { read, understood, leftOut, rest: read - understood - leftOut });
}

function PreviewFault({ fault, onMend }: { fault: Failure; onMend: (field: string) => void }) {
  const t = useTranslations('sourceWizard.look');
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={<FailureTitle failure={fault} />}>
      <Stack gap="xs" align="flex-start">
        <div>
          <FailureRemedy failure={fault} />
        </div>
        <Button size="compact-sm" variant="default" onClick={() => onMend(fieldOfFault(fault.code))}>
          {t('mend')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Where a failure is mended: the tables, or the way there. */
function fieldOfFault(code: string): string {
  return /^(table|column|value|own|system|would|no_permission|timeout)/.test(code) ? 'attempts.from' : 'place.host';
}

function Warnings({ preview }: { preview: Preview }) {
  const t = useTranslations('sourceWizard.warnings');
  const words = preview.warnings.flatMap(({ code, values }) => messageOf(t, code, values) ?? []);
  if (words.length === 0) return null;
  return (
    <ul className={lookClasses.warnings}>
      {words.map((each) => (
        <li key={each}>
          <IconAlertTriangle size={15} aria-hidden /> {each}
        </li>
      ))}
    </ul>
  );
}

function Problems({
  preview: { problems },
  named,
  onMend,
}: {
  preview: Preview;
  /** The tables are named by hand: columns can be chosen. */
  named: boolean;
  onMend: (field: string) => void;
}) {
  const t = useTranslations('sourceWizard.problems');
  const raw = useTranslations('sources.rawColumns');
  if (problems.length === 0) return null;
  const shown = ({ kind, value }: PreviewProblem) => (kind === 'missing' ? (messageOf(raw, value) ?? value) : value);
  const mendable = ({ kind }: PreviewProblem) => named || kind === 'status';
  return (
    <section className={lookClasses.problems} aria-label={t('title')}>
      <Title order={4} size="h6">
        {t('title')}
      </Title>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.value}`}>
            <span>
              {t(problem.kind, { value: shown(problem) })} <small>{t('rows', { rows: problem.rows })}</small>
            </span>
            {mendable(problem) ? (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => onMend(fieldOfUnknown(problem.kind, problem.value))}
              >
                {t(problem.kind === 'status' ? 'giveMeaning' : 'mend')}
              </Button>
            ) : (
              <small>{t('ofPlatform')}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Stack gap="sm" mt="xs">
        {children}
      </Stack>
    </section>
  );
}
