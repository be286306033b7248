'use client';

import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { valueAt } from '@/lib/policy/edit';
import { isJsonObject } from '@/lib/shared/json';
import { useEditor } from './editor-context';
import classes from './gate.module.css';
import { GateAction } from './gate-action';

const GATE_CODES: readonly string[] = ['gate_unknown', 'gate_refused'];

/**
 * The idempotency gate, asked where the retry is decided. What was answered stays to be seen and
 * changed, for as long as the page is open.
 */
export function GatePanel({ onStop }: { onStop: () => void }) {
  const t = useTranslations('node.gate');
  const { editor } = useEditor();
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const problems = editor.diagnostics.filter((each) => GATE_CODES.includes(each.code));
  const waiver = valueAt(editor.document, ['retry', 'waiver']);
  if (isJsonObject(waiver)) return <Waived />;

  const list = valueAt(editor.document, ['actions']);
  const shown = (Array.isArray(list) ? list : []).flatMap((action, index) => {
    const id = isJsonObject(action) && typeof action.id === 'string' ? action.id : String(index);
    const problem = problems.find(({ path }) => path?.[1] === index);
    return problem || asked.has(id) ? [{ id, index, action, open: problem !== undefined }] : [];
  });
  const stops = valueAt(editor.document, ['retry', 'maxAttempts']) === 1;
  if (shown.length === 0 || (stops && problems.length === 0)) return null;
  // A policy that cannot be read was not judged: nothing is settled then.
  const open = problems.length > 0 || editor.policy === null;
  const Icon = open ? IconShieldExclamation : IconShieldCheck;
  return (
    <Alert color={open ? 'red' : 'green'} variant="default" icon={<Icon aria-hidden />} title={t('title')}>
      <Stack gap="sm">
        <Text size="sm">{open ? t('body') : t('settled')}</Text>
        {shown.map((each) => (
          <GateAction key={each.id} {...each} onAnswer={() => setAsked(new Set([...asked, each.id]))} onStop={onStop} />
        ))}
        {problems.length > 0 ? <Waive harmful={problems.some(({ code }) => code === 'gate_refused')} /> : null}
      </Stack>
    </Alert>
  );
}

function Waived() {
  const t = useTranslations('node.gate');
  const { editor, textAt } = useEditor();
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
}

/** Retrying although it is not known, or known to do harm: on somebody's word, with a reason. */
function Waive({ harmful }: { harmful: boolean }) {
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
    <div className={classes.waive}>
      <TextInput
        flex="1 1 240px"
        size="xs"
        label={harmful ? t('reasonHarmful') : t('reason')}
        placeholder={harmful ? t('reasonHarmfulExample') : t('reasonExample')}
        value={reason}
        error={error}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button size="xs" mt={22} variant="default" onClick={waive}>
        {harmful ? t('waiveHarmful') : t('waive')}
      </Button>
    </div>
  );
}
