'use client';

import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { openBulkAction } from '@/app/bulk/actions';
import { newEntryHref } from '@/app/catalogue/href';
import { LinkButton } from '@/components/ui/link-button';
import { messageOf } from '@/lib/i18n/message';
import type { CodeSuggestion } from '@/lib/insight/code-suggestion';
import { FAILURE_CLASSES, type FailureClass } from '@/lib/policy/vocabulary';
import classes from './code.module.css';
import { Effect } from './effect';
import type { NodeItem } from './node-item';
import { NodesTable } from './nodes-table';
import { Suggestion } from './suggestion';

/** As many nodes stand there at first. */
const FIRST_NODES = 50;
const MAX_REASON = 2_000;

/** The decision: a class, a reason, and the nodes for which it holds; then to the page where it is looked at. */
export function ClassifyForm({
  code,
  nodes,
  only,
  more,
  suggestion,
  mayEdit,
  mayExtend,
}: {
  code: string;
  /** Nodes on which nobody decided. */
  nodes: readonly NodeItem[];
  /** Row id of the one that is chosen at first; null = all that can be. */
  only: string | null;
  /** Nodes beyond those that are shown. */
  more: number;
  suggestion: CodeSuggestion | null;
  mayEdit: boolean;
  /** May decide for all nodes at once, in the catalogue. */
  mayExtend: boolean;
}) {
  const t = useTranslations('unclassified.code');
  const [failureClass, setClass] = useState<FailureClass | null>(null);
  const [reason, setReason] = useState('');
  const [whole, setWhole] = useState(false);
  const able = nodes.filter(({ canCarryPolicy }) => canCarryPolicy);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(only === null ? able.map(({ id }) => id) : [only]),
  );
  const { send, pending, problem } = useClassify(code);
  const picked = nodes.filter(({ id }) => chosen.has(id));
  const choose = (those: readonly NodeItem[]) => setChosen(new Set(those.map(({ id }) => id)));
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  const publishable = able.filter(({ mayPublish }) => mayPublish);
  return (
    <section className={classes.part} aria-labelledby="decide">
      <h2 id="decide" className={classes.heading}>
        {t('decide.title')}
      </h2>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          send({ failureClass, reason, picked });
        }}
      >
        <Suggestion suggestion={suggestion} take={setClass} />
        <Radio.Group
          label={t('decide.class')}
          description={t('decide.hint')}
          value={failureClass ?? ''}
          onChange={(value) => setClass(FAILURE_CLASSES.find((each) => each === value) ?? null)}
        >
          <Stack gap={8} mt={8}>
            {FAILURE_CLASSES.map((each) => (
              <Radio key={each} value={each} label={t(`decide.${each}`)} disabled={!mayEdit} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={t('decide.reason')}
          description={t('decide.reasonHint')}
          value={reason}
          maxLength={MAX_REASON}
          disabled={!mayEdit}
          maw={640}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          <div className={classes.choosing}>
            <strong>{t('decide.nodes')}</strong>
            <span role="status">{t('decide.chosen', { count: picked.length, all: nodes.length })}</span>
            <Button type="button" variant="subtle" size="compact-sm" onClick={() => choose(able)}>
              {t('decide.all')}
            </Button>
            <Button type="button" variant="subtle" size="compact-sm" onClick={() => choose([])}>
              {t('decide.noneChosen')}
            </Button>
            {publishable.length > 0 && publishable.length < able.length ? (
              <Button type="button" variant="subtle" size="compact-sm" onClick={() => choose(publishable)}>
                {t('decide.onlyMine')}
              </Button>
            ) : null}
          </div>
          <NodesTable nodes={whole ? nodes : nodes.slice(0, FIRST_NODES)} choosing={{ chosen, toggle }} />
          {!whole && nodes.length > FIRST_NODES ? (
            <Button type="button" variant="subtle" mt={4} onClick={() => setWhole(true)}>
              {t('decide.showAll', { count: nodes.length })}
            </Button>
          ) : null}
          {more > 0 ? <p className={classes.hint}>{t('decide.beyond', { shown: nodes.length, more })}</p> : null}
        </div>
        <Effect nodes={picked} failureClass={failureClass} />
        {problem === null ? null : (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        {mayEdit ? (
          <div className={classes.actions}>
            <Button type="submit" loading={pending}>
              {t('decide.look')}
            </Button>
            {mayExtend ? (
              <LinkButton href={newEntryHref({ code, as: failureClass ?? undefined })} variant="default">
                {t('decide.catalogue')}
              </LinkButton>
            ) : null}
            <span className={classes.hint}>
              {t('decide.lookHint')} {mayExtend ? t('decide.catalogueHint') : ''}
            </span>
          </div>
        ) : (
          <Text size="sm">{t('decide.rights')}</Text>
        )}
      </form>
    </section>
  );
}

interface Decision {
  readonly failureClass: FailureClass | null;
  readonly reason: string;
  readonly picked: readonly NodeItem[];
}

/** Keeps the decision as a bulk change and goes to where it is looked at; `problem`: why it did not, in words. */
function useClassify(code: string) {
  const t = useTranslations('unclassified.code');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);
  const send = ({ failureClass, reason, picked }: Decision) => {
    if (failureClass === null) return setProblem(t('decide.needClass'));
    if (picked.length === 0) return setProblem(t('decide.needNode'));
    setProblem(null);
    const said = reason.trim();
    startTransition(async () => {
      const result = await openBulkAction({
        changes: [{ kind: 'classify', code, class: failureClass, ...(said === '' ? {} : { reason: said }) }],
        nodes: picked.map(({ id, version }) => ({ nodeRowId: id, version })),
      });
      if (!result.ok) {
        const words = messageOf(t, `refusal.${result.error.reason}`);
        return setProblem(words ?? t('refusal.unexpected'));
      }
      router.push(`/bulk/${result.value.id}`);
    });
  };
  return { send, pending, problem };
}
