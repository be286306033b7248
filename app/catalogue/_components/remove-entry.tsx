'use client';

import { Alert, Stack, Text, Title } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { notify } from '@/components/ui/notify';
import { removeAction } from '../actions';
import { catalogueHref } from '../href';
import classes from './catalogue.module.css';
import { EffectPanel } from './effect-panel';
import { useEffectOf } from './use-effect-of';
import { useProblemWords } from './use-problem-words';

/** Takes an entry away, after it was said what that comes to. */
export function RemoveEntry({ id, revision, code }: { id: string; revision: number; code: string }) {
  const t = useTranslations('catalogue.remove');
  const problemWords = useProblemWords();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [pending, startTransition] = useTransition();
  const { state, again } = useEffectOf(open ? { id, input: null } : null);

  function remove() {
    startTransition(async () => {
      setRefusal(null);
      const result = await removeAction({ id, revision }).catch(() => null);
      if (!result?.ok) return setRefusal(problemWords(result?.error ?? { reason: 'unavailable' }));
      void notify({ color: 'green', message: t('done', { code }) });
      router.push(catalogueHref());
    });
  }

  return (
    <Stack component="section" gap="xs" className={classes.danger} aria-labelledby="remove">
      <Title order={2} size="h5" id="remove">
        {t('title')}
      </Title>
      {refusal ? (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      ) : null}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes.summary}>{t('open')}</summary>
        <Stack gap="sm" mt="sm" align="flex-start">
          <EffectPanel state={state} onAgain={again} />
          <Text size="sm">{t('hint')}</Text>
          {state.kind === 'answered' && state.answer.effect !== null ? (
            <ConfirmButton
              question={t('sure', { code })}
              confirm={t('confirm')}
              keep={t('keep')}
              busy={pending}
              onConfirm={remove}
            >
              {t('button')}
            </ConfirmButton>
          ) : null}
        </Stack>
      </details>
    </Stack>
  );
}
