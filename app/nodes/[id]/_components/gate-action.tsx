import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Json } from '@/lib/shared/json';
import { useEditor } from './editor-context';
import { focusField, questionAt } from './field-focus';
import classes from './gate.module.css';
import { type GateQuestion, questionsOf } from './gate-questions';

const ANSWERS = {
  idempotent: [
    { key: 'yes', value: true },
    { key: 'no', value: false },
  ],
  repeatable: [
    { key: 'repeatable', value: true },
    { key: 'notRepeatable', value: false },
  ],
} as const;

/** The gate's questions about one action, each with the answer given; after the last no, the ways out. */
export function GateAction({
  id,
  index,
  action,
  open,
  onAnswer,
  onStop,
}: {
  id: string;
  index: number;
  action: Json;
  /** False once it is settled, by an answer or otherwise. */
  open: boolean;
  onAnswer: () => void;
  /** Leaves it at one try. */
  onStop: () => void;
}) {
  const t = useTranslations('node.gate');
  const questions = questionsOf(action);
  const refused = open && questions.every(({ answer }) => answer === false);
  return (
    <div className={classes.action}>
      {questions.map((question) => (
        <Question
          key={question.field}
          id={id}
          index={index}
          question={question}
          here={open && !refused && question === questions.at(-1)}
          onAnswer={onAnswer}
        />
      ))}
      {refused ? (
        <div {...questionAt(['actions', index])} className={classes.question}>
          <Text size="sm">{t('waysOut', { action: id })}</Text>
          <div className={classes.answers}>
            <Button size="xs" variant="default" onClick={onStop}>
              {t('oneTry')}
            </Button>
            <Button size="xs" variant="default" onClick={() => focusField(['actions', index, 'safeguard'])}>
              {t('addSafeguard')}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}

function Question({
  id,
  index,
  question: { field, answer },
  here,
  onAnswer,
}: {
  id: string;
  index: number;
  question: GateQuestion;
  /** The one that waits for its answer. */
  here: boolean;
  onAnswer: () => void;
}) {
  const t = useTranslations('node.gate');
  const { editor } = useEditor();
  const textId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame and legend
    <div
      role="group"
      aria-labelledby={textId}
      className={classes.question}
      {...(here && questionAt(['actions', index]))}
    >
      <Text size="sm" id={textId}>
        {t(`question.${field}`, { action: id })}
      </Text>
      <div className={classes.answers}>
        {ANSWERS[field].map(({ key, value }) => (
          <Button
            key={key}
            size="xs"
            variant={answer === value ? 'filled' : 'default'}
            aria-pressed={answer === value}
            leftSection={answer === value ? <IconCheck size={14} aria-hidden /> : undefined}
            onClick={() => {
              onAnswer();
              editor.set(['actions', index, field], value);
            }}
          >
            {t(key)}
          </Button>
        ))}
      </div>
    </div>
  );
}
