'use client';

import { Alert, Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, useTransition } from 'react';
import { Section } from '@/app/nodes/[id]/_components/section';
import { DurationInput } from '@/components/form/duration-input';
import { ScheduleInputs, SeldomInputs } from '@/components/policy/schedule-inputs';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import { LinkButton } from '@/components/ui/link-button';
import { notify } from '@/components/ui/notify';
import { messageOf } from '@/lib/i18n/message';
import type { KeptStandard } from '@/lib/owners/standard-queries';
import { type Path, setAt, valueAt } from '@/lib/policy/edit';
import { readStandard } from '@/lib/policy/read-standard';
import { SKELETON_RETRY } from '@/lib/policy/skeleton';
import { sameStandard, trimmedStandard } from '@/lib/policy/standard';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import { saveStandardAction } from '../actions';
import { CodesField } from './codes-field';
import type { NamedGroup } from './standard-conflict';

// Hardly anybody ever sees it.
const StandardConflict = dynamic(() => import('./standard-conflict').then((module) => module.StandardConflict), {
  ssr: false,
});

/** Writes down how a group wants its nodes to behave: the same fields as a node has, each of which may stay open. */
export function StandardForm({
  group,
  served,
  groups,
  mayEdit,
}: {
  group: { readonly id: string; readonly name: string };
  served: Pick<KeptStandard, 'document' | 'version'>;
  groups: readonly NamedGroup[];
  mayEdit: boolean;
}) {
  const t = useTranslations('standards.form');
  const refusals = useTranslations('common.refusals');
  const words = useDiagnosticText();
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [document, setDocument] = useState<JsonObject>(served.document);
  const [base, setBase] = useState(served);
  const [theirs, setTheirs] = useState<KeptStandard | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const said = trimmedStandard(document);
  const { diagnostics } = readStandard(said);
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  const unsaved = !sameStandard(document, base.document);
  useWarning(unsaved && !pending);

  const errorAt = (path: Path) => {
    const found = diagnostics.find((each) => (each.path ?? []).join('\0') === path.join('\0'));
    return found && (shown || found.severity === 'warning' || isFilled(document, path)) ? words(found) : null;
  };
  const set = (path: Path, value: Json | undefined) => {
    setRefusal(null);
    setDocument((now) => setAt(now, path, value));
  };
  const textAt = (path: Path) => {
    const found = valueAt(document, path);
    return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  };
  const inputs = { textAt, errorAt, set };

  function save(version: number) {
    setShown(true);
    const [first] = wrong;
    if (first) {
      const field = form.current?.querySelector<HTMLElement>(
        `[data-field="${CSS.escape((first.path ?? []).join('.'))}"]`,
      );
      return field?.focus();
    }
    startTransition(async () => {
      const result = await saveStandardAction({ groupId: group.id, document: said, version }).catch(() => null);
      if (result?.ok) {
        void notify({ color: 'green', message: t('saved', { group: group.name }) });
        return router.push(`/groups/${group.id}#standard`);
      }
      const error = result?.error ?? { reason: 'unavailable' as const };
      if (error.reason === 'standard_conflict' && 'standard' in error) return setTheirs(error.standard);
      if (error.reason === 'not_yours') return setRefusal(t('notYours', { group: group.name }));
      setRefusal(messageOf(refusals, error.reason) ?? refusals('unexpected'));
    });
  }

  return (
    <form
      ref={form}
      aria-label={t('label')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(base.version);
      }}
    >
      <fieldset disabled={!mayEdit} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="md">
          {theirs ? (
            <StandardConflict
              theirs={theirs}
              mine={said}
              groups={groups}
              onMine={() => {
                setBase(theirs);
                setTheirs(null);
              }}
              onTheirs={() => {
                setBase(theirs);
                setDocument(theirs.document);
                setTheirs(null);
              }}
            />
          ) : null}
          <Section id="codes" title={t('classification')} hint={t('classificationHint')} term="transient">
            <CodesField document={document} change={setDocument} errorAt={errorAt} />
          </Section>
          <Section id="retry" title={t('retry')} hint={t('retryHint')} term="max_attempts">
            <RetryField document={document} inputs={inputs} />
          </Section>
          <Section id="notify" title={t('notify')} hint={t('notifyHint')} term="hand_off">
            <NativeSelect
              data-field="onExhausted.notify"
              aria-label={t('notify')}
              data={[{ value: '', label: t('notifyOpen') }, ...options(groups, textAt(['onExhausted', 'notify']))]}
              value={textAt(['onExhausted', 'notify'])}
              onChange={({ currentTarget: { value } }) =>
                set(['onExhausted'], value === '' ? undefined : { action: 'manual', notify: value })
              }
              error={errorAt(['onExhausted', 'notify'])}
              maw={420}
            />
          </Section>
          <Section id="silence" title={t('silence')} hint={t('silenceHint')} term="silence">
            <div style={{ maxWidth: 300 }}>
              <DurationInput
                field={['alert', 'silence']}
                label={t('silence')}
                optional
                value={textAt(['alert', 'silence'])}
                error={errorAt(['alert', 'silence'])}
                onChange={(value) => set(['alert', 'silence'], value === '' ? undefined : value)}
              />
            </div>
          </Section>
          {refusal ? (
            <Alert color="red" role="alert" title={t('failed')} icon={<IconAlertCircle aria-hidden />}>
              {refusal}
            </Alert>
          ) : null}
          <div role="status">
            {shown && wrong.length > 0 ? <Text size="sm">{t('problems', { count: wrong.length })}</Text> : null}
            {Object.keys(said).length === 0 && unsaved ? <Text size="sm">{t('unsaid')}</Text> : null}
          </div>
          {mayEdit ? (
            <Group>
              <Button type="submit" loading={pending} disabled={!unsaved || theirs !== null}>
                {t('save')}
              </Button>
              <LinkButton href={`/groups/${group.id}#standard`} variant="default">
                {t('cancel')}
              </LinkButton>
            </Group>
          ) : null}
        </Stack>
      </fieldset>
    </form>
  );
}

/** Up to the node, stop at once, or try again. */
function RetryField({ document, inputs }: { document: JsonObject; inputs: Parameters<typeof ScheduleInputs>[0] }) {
  const t = useTranslations('standards.form');
  const node = useTranslations('node.retry');
  const kept = useRef<JsonObject | null>(null);
  const retry = valueAt(document, ['retry']);
  const mode = modeOf(retry);
  const choose = (next: string) => {
    if (mode === 'retry' && isJsonObject(retry)) kept.current = retry;
    const { retryOn: _, ...skeleton } = SKELETON_RETRY;
    if (next === 'retry') inputs.set(['retry'], kept.current ?? skeleton);
    else inputs.set(['retry'], next === 'stop' ? { maxAttempts: 1 } : undefined);
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('retry')}
        value={mode}
        onChange={choose}
        data={[
          { value: 'open', label: t('open') },
          { value: 'stop', label: node('stop') },
          { value: 'retry', label: node('retry') },
        ]}
        maw={460}
      />
      {mode === 'retry' ? (
        <>
          <ScheduleInputs {...inputs} />
          <SeldomInputs {...inputs} />
        </>
      ) : null}
    </Stack>
  );
}

function modeOf(retry: Json | undefined): 'open' | 'stop' | 'retry' {
  if (!isJsonObject(retry)) return 'open';
  return retry.maxAttempts === 1 ? 'stop' : 'retry';
}

/** The known groups, and the one that the standard names even if it is gone. */
function options(groups: readonly NamedGroup[], current: string) {
  const known = groups.map(({ slug, name }) => ({ value: slug, label: name }));
  return current === '' || known.some(({ value }) => value === current)
    ? known
    : [...known, { value: current, label: current }];
}

/** True where something stands at the path: what is not filled in yet is marked only when saving. */
function isFilled(document: JsonObject, path: Path): boolean {
  const value = valueAt(document, path);
  return value !== undefined && value !== '';
}

/** Asks before a page with unsaved entries is left. */
function useWarning(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [on]);
}
