'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { classifyWritten, decideCode, ruleFor, writtenRetryOn, writtenRules } from '@/lib/policy/edit';
import classes from './classification.module.css';
import { CodeRow } from './code-row';
import { useEditor } from './editor-context';
import { Section } from './section';
import { StandardNote } from './standard-note';

/** Per code: worth a retry, or straight to a person. Codes seen in history first. */
export function ClassificationSection() {
  const t = useTranslations('node.classification');
  const { editor, codes, messageAt } = useEditor();
  const seen = new Set(codes.map((fact) => fact.code));
  const rules = writtenRules(editor.document);
  const shown = (rule: (typeof rules)[number]) => ruleFor(editor.document, rule.code)?.index === rule.index;
  const unseen = rules.filter((rule) => shown(rule) && !seen.has(rule.code));
  const forActions = rules.filter((rule) => rule.action !== null && !shown(rule));
  const general = messageAt(['classification']);
  return (
    <Section id="classification" title={t('title')} hint={t('hint')} term="transient">
      <StandardNote part="classification" />
      <Stack gap={0} component="ul" className={classes.list}>
        {codes.map((fact) => (
          <CodeRow key={fact.code ?? '\u0000'} code={fact.code} fact={fact} />
        ))}
        {unseen.map((rule) => (
          <CodeRow key={rule.code} code={rule.code} fact={null} />
        ))}
        {forActions.map((rule) => (
          <li key={`${rule.action}\u0000${rule.code}`} className={classes.row}>
            <Text size="sm">{t('forAction', { code: rule.code, action: rule.action ?? '', class: rule.class })}</Text>
          </li>
        ))}
        <DefaultRow />
      </Stack>
      {general ? (
        <Text c="var(--mantine-color-error)" size="sm" mt="xs" role="alert">
          {general}
        </Text>
      ) : null}
      <AddCode />
    </Section>
  );
}

/** What happens to every code that nobody named: always visible. */
function DefaultRow() {
  const t = useTranslations('node.classification');
  const { editor } = useEditor();
  const closed = writtenRetryOn(editor.document) !== undefined;
  return (
    <li className={classes.row} data-default>
      <Text fw={600} size="sm">
        {t('defaultTitle')}
      </Text>
      <Text size="sm" c="dimmed">
        {closed ? t('defaultClosed') : t('defaultOpen')}
      </Text>
    </li>
  );
}

function AddCode() {
  const t = useTranslations('node.classification');
  const {
    editor,
    node: { catalogue },
  } = useEditor();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const text = code.trim();
    if (text === '') return setError(t('addEmpty'));
    if (writtenRules(editor.document).some((rule) => rule.code === text && rule.action === null))
      return setError(t('addTwice', { code: text }));
    const { class: decided } = classifyWritten(editor.document, text, catalogue);
    editor.edit(decideCode(editor.document, text, decided, catalogue));
    setCode('');
    setError(null);
  };
  return (
    <Group align="flex-start" gap="xs" mt="sm" data-only-screen>
      <TextInput
        label={t('addLabel')}
        description={t('addHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={code}
        error={error}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add();
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
