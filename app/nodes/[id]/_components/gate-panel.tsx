'use client';

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useDiagnosticText } from '@/components/policy/use-diagnostic-text';
import { valueAt } from '@/lib/policy/edit';
import { isJsonObject } from '@/lib/shared/json';
import { useEditor } from './editor-context';

const GATE_CODES: readonly string[] = ['gate_unknown', 'gate_refused'];

/** The idempotency gate, asked where the retry is decided: yes, no, or "not known, retry all the same". */
export function GatePanel() {
  const t = useTranslations('node.gate');
  const words = useDiagnosticText();
  const { editor, textAt } = useEditor();
  const problems = editor.diagnostics.filter((each) => GATE_CODES.includes(each.code));
  const waiver = valueAt(editor.document, ['retry', 'waiver']);
  if (isJsonObject(waiver))
    return (
      <Alert color="gray" variant="default" icon={<IconShieldExclamation aria-hidden />} title={t('waivedTitle')}>
        <Text size="sm">
          {t('waived', { by: textAt(['retry', 'waiver', 'by']), reason: textAt(['retry', 'waiver', 'reason']) })}
        </Text>
        <Button mt={8} size="xs" variant="default" onClick={() => editor.set(['retry', 'waiver'], undefined)}>
          {t('unwaive')}
        </Button>
      </Alert>
    );
  if (problems.length === 0) return null;
  return (
    <Alert color="red" variant="default" icon={<IconShieldExclamation aria-hidden />} title={t('title')}>
      <Stack gap="xs">
        <Text size="sm">{t('body')}</Text>
        {problems.map((problem) => {
          const index = typeof problem.path?.[1] === 'number' ? problem.path[1] : null;
          return (
            <Group key={`${problem.code}-${problem.path?.join('.')}`} justify="space-between" gap="xs">
              <Text size="sm" flex="1 1 220px">
                {words(problem)}
              </Text>
              {index === null ? null : (
                <Group gap={6}>
                  {answers(valueAt(editor.document, ['actions', index, 'idempotent']) === false).map(
                    ({ key, field, value }) => (
                      <Button
                        key={key}
                        size="xs"
                        variant="default"
                        onClick={() => editor.set(['actions', index, field], value)}
                      >
                        {t(key)}
                      </Button>
                    ),
                  )}
                </Group>
              )}
            </Group>
          );
        })}
        <Waive />
      </Stack>
    </Alert>
  );
}

/** First whether doing it again leaves the same result; if not, whether the business accepts it twice. */
function answers(notIdempotent: boolean) {
  return notIdempotent
    ? ([
        { key: 'repeatable', field: 'repeatable', value: true },
        { key: 'notRepeatable', field: 'repeatable', value: false },
      ] as const)
    : ([
        { key: 'yes', field: 'idempotent', value: true },
        { key: 'no', field: 'idempotent', value: false },
      ] as const);
}

function Waive() {
  const t = useTranslations('node.gate');
  const { editor, node } = useEditor();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const waive = () => {
    if (reason.trim() === '') return setError(t('reasonMissing'));
    setError(null);
    editor.set(['retry', 'waiver'], { by: node.actorName, at: new Date().toISOString(), reason: reason.trim() });
  };
  return (
    <Group align="flex-start" gap="xs">
      <TextInput
        flex="1 1 240px"
        size="xs"
        label={t('reason')}
        placeholder={t('reasonExample')}
        value={reason}
        error={error}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button size="xs" mt={22} variant="default" onClick={waive}>
        {t('waive')}
      </Button>
    </Group>
  );
}
