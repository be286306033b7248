'use client';

import { Alert, Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useRef, useState, useTransition } from 'react';
import { notify } from '@/components/ui/notify';
import type { EntryInput } from '@/lib/catalogue/entry';
import { FAILURE_CLASSES, type FailureClass } from '@/lib/policy/vocabulary';
import { addAction, changeAction } from '../actions';
import { catalogueHref } from '../href';
import { EffectPanel } from './effect-panel';
import { type Asked, useEffectOf } from './use-effect-of';
import { useProblemWords } from './use-problem-words';

export interface EntryFormProps {
  /** The entry that is changed; null makes a new one. */
  readonly entry: { readonly id: string; readonly revision: number } | null;
  readonly initial: Typed;
  /** What a spelling can mean, to be offered. */
  readonly tokens: readonly string[];
}

/** What stands in the fields. */
export interface Typed {
  readonly code: string;
  readonly decision: FailureClass | 'spelling' | null;
  readonly means: string;
  readonly source: string;
}

const FIELDS = ['code', 'class', 'means', 'source'] as const;
type Field = (typeof FIELDS)[number];
/** Of which field a refusal is. */
const FIELD_OF: Readonly<Record<string, Field>> = {
  ...{ code_pattern: 'code', code_taken: 'code', code_is_token: 'code', still_meant: 'code' },
  ...{ means_unknown: 'means', means_itself: 'means' },
};

/** Adds or changes an entry; what it would come to is said first, and only what was said can be kept. */
export function EntryForm({ entry, initial, tokens }: EntryFormProps) {
  const t = useTranslations('catalogue.form');
  const errorWords = useTranslations('catalogue.errors');
  const problemWords = useProblemWords();
  const router = useRouter();
  const list = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [pending, startTransition] = useTransition();
  const unchanged = entry !== null && saysTheSame(typed, initial);
  const { state, again } = useEffectOf(unchanged ? null : askedOf(entry, typed));
  const said = unchanged || (state.kind === 'answered' && state.answer.effect !== null);

  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setErrors({});
    setRefusal(null);
  };
  const refuse = (found: Partial<Record<Field, string>>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const wordsFor = (field: Field, error: { readonly reason: string }) =>
    error.reason === 'invalid' ? errorWords(field) : problemWords(error);

  function submit(event: FormEvent) {
    event.preventDefault();
    const missing = missingOf(typed);
    if (missing.length > 0) return refuse(Object.fromEntries(missing.map((each) => [each, errorWords(each)])));
    const input = inputOf(typed);
    if (input === null || !said) return;
    startTransition(async () => {
      const asked = entry === null ? addAction(input) : changeAction({ ...input, ...entry });
      const result = await asked.catch(() => null);
      if (result?.ok) {
        void notify({ color: 'green', message: t(entry === null ? 'added' : 'saved', { code: input.code }) });
        return router.push(catalogueHref({ from: 'added' }));
      }
      const error = result?.error ?? { reason: 'unavailable' };
      const marked = markedBy(error).map((field) => [field, wordsFor(field, error)] as const);
      if (marked.length > 0) refuse(Object.fromEntries(marked));
      else setRefusal(problemWords(error));
    });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={t(entry === null ? 'label' : 'labelChange')}>
      <Stack gap="md">
        {refusal ? (
          <Alert color="red" role="alert" title={t('failed')}>
            {refusal}
          </Alert>
        ) : null}
        <TextInput
          name="code"
          label={t('code')}
          description={t('codeHint')}
          required
          value={typed.code}
          error={errors.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
          maxLength={200}
          maw={460}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Radio.Group
          label={t('decision')}
          required
          value={typed.decision ?? ''}
          error={errors.class}
          onChange={(value) => change({ decision: DECISIONS.find((each) => each === value) ?? null })}
        >
          <Stack gap={8} mt={6}>
            {DECISIONS.map((each) => (
              <Radio
                key={each}
                name="class"
                value={each}
                label={t(`decisions.${each}`)}
                description={t(`decisionHints.${each}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {typed.decision === 'spelling' ? (
          <>
            <TextInput
              name="means"
              label={t('means')}
              description={t('meansHint')}
              required
              list={list}
              value={typed.means}
              error={errors.means}
              onChange={(event) => change({ means: event.currentTarget.value })}
              maxLength={200}
              maw={460}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
            <datalist id={list}>
              {tokens.map((token) => (
                <option key={token} value={token} />
              ))}
            </datalist>
          </>
        ) : null}
        <Textarea
          name="source"
          label={t('source')}
          description={t('sourceHint')}
          required
          autosize
          minRows={2}
          value={typed.source}
          error={errors.source}
          onChange={(event) => change({ source: event.currentTarget.value })}
          maxLength={500}
        />
        <EffectPanel state={state} unchanged={unchanged} onAgain={again} />
        <Group>
          <Button type="submit" loading={pending} disabled={state.kind === 'asking'}>
            {t(entry === null ? 'add' : 'save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const DECISIONS = [...FAILURE_CLASSES, 'spelling'] as const;

function missingOf({ code, decision, means, source }: Typed): Field[] {
  return [
    ...(code.trim() === '' ? (['code'] as const) : []),
    ...(decision === null ? (['class'] as const) : []),
    ...(decision === 'spelling' && means.trim() === '' ? (['means'] as const) : []),
    ...(source.trim().length < 3 ? (['source'] as const) : []),
  ];
}

/** The fields that a refusal is about; none for one that is about the whole. */
function markedBy(error: { readonly reason: string; readonly issues?: readonly { readonly path: string }[] }): Field[] {
  const field = FIELD_OF[error.reason];
  if (field) return [field];
  return FIELDS.filter((each) => error.issues?.some(({ path }) => path === each) ?? false);
}

/** Null as long as it does not say what the code is. */
function inputOf({ code, decision, means, source }: Typed): EntryInput | null {
  if (code.trim() === '' || decision === null) return null;
  if (decision !== 'spelling') return { code: code.trim(), class: decision, means: null, source: source.trim() };
  return means.trim() === '' ? null : { code: code.trim(), class: null, means: means.trim(), source: source.trim() };
}

/** Whoever says so: the code, and what it means. */
function saysTheSame(a: Typed, b: Typed): boolean {
  return a.code.trim() === b.code && a.decision === b.decision && a.means.trim() === b.means;
}

function askedOf(entry: EntryFormProps['entry'], typed: Typed): Asked | null {
  const input = inputOf(typed);
  return input && { id: entry?.id ?? null, input };
}
