'use client';

import { Button, CloseButton, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { classifyWritten, type Path, setAt, type WrittenRule, writtenRules } from '@/lib/policy/edit';
import { FAILURE_CLASSES } from '@/lib/policy/vocabulary';
import type { JsonObject } from '@/lib/shared/json';
import classes from './codes-field.module.css';

/** Codes with their class and the reason for it. */
export function CodesField({
  document,
  change,
  errorAt,
}: {
  document: JsonObject;
  change: (next: JsonObject) => void;
  errorAt: (path: Path) => string | null;
}) {
  const t = useTranslations('standards.form');
  const rules = writtenRules(document);
  return (
    <>
      {rules.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noCodes')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {rules.map((rule) => (
            <CodeRow key={rule.index} rule={rule} document={document} change={change} errorAt={errorAt} />
          ))}
        </ul>
      )}
      <AddCode document={document} change={change} />
    </>
  );
}

function CodeRow({
  rule: { index, code, class: decided, reason },
  document,
  change,
  errorAt,
}: {
  rule: WrittenRule;
  document: JsonObject;
  change: (next: JsonObject) => void;
  errorAt: (path: Path) => string | null;
}) {
  const t = useTranslations('standards.form');
  const node = useTranslations('node.classification');
  const at: Path = ['classification', index];
  const general = errorAt([...at, 'code']) ?? errorAt([...at, 'class']) ?? errorAt([...at, 'action']) ?? errorAt(at);
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <code className={classes.code}>{code}</code>
        <CloseButton aria-label={t('remove', { code })} onClick={() => change(setAt(document, at, undefined))} />
      </Group>
      <div className={classes.fields}>
        <SegmentedControl
          aria-label={node('decisionFor', { code })}
          size="xs"
          value={decided}
          onChange={(value) => change(setAt(document, [...at, 'class'], value))}
          data={[
            { value: 'transient', label: node('retryIt') },
            { value: 'terminal', label: node('toPerson') },
          ]}
        />
        <TextInput
          size="xs"
          data-field={[...at, 'reason'].join('.')}
          aria-label={t('reasonFor', { code })}
          placeholder={node(`reasonExample.${FAILURE_CLASSES.find((each) => each === decided) ?? 'terminal'}`)}
          value={reason}
          error={errorAt([...at, 'reason'])}
          onChange={(event) => change(setAt(document, [...at, 'reason'], event.currentTarget.value || undefined))}
          flex={1}
        />
      </div>
      {general ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {general}
        </Text>
      ) : null}
    </li>
  );
}

function AddCode({ document, change }: { document: JsonObject; change: (next: JsonObject) => void }) {
  const t = useTranslations('node.classification');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const text = code.trim();
    const rules = writtenRules(document);
    if (text === '') return setError(t('addEmpty'));
    if (rules.some((rule) => rule.code === text)) return setError(t('addTwice', { code: text }));
    const list = Array.isArray(document.classification) ? document.classification.length : 0;
    // What the catalogue says of it, to begin with.
    change(setAt(document, ['classification', list], { code: text, class: classifyWritten({}, text).class }));
    setCode('');
    setError(null);
  };
  return (
    <Group align="flex-start" gap="xs" mt="sm">
      <TextInput
        label={t('addLabel')}
        description={t('addHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={code}
        error={error}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        flex="1 1 220px"
        maw={320}
        autoComplete="off"
        spellCheck={false}
      />
      <Button variant="default" mt={25} leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {t('add')}
      </Button>
    </Group>
  );
}
