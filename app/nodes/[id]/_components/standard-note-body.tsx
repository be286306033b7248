'use client';

import { Button, Text } from '@mantine/core';
import { IconRulerMeasure } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { usePhrase } from '@/components/policy/phrase';
import { deviations } from '@/lib/policy/standard';
import type { StandardPart } from '@/lib/policy/vocabulary';
import { putStandard } from '@/lib/workflows/standard-changes';
import { useEditor } from './editor-context';
import type { GroupStandard } from './facts';
import classes from './standard-note.module.css';

/** What a standard says of one part of the node, where the entries do otherwise or are excused. */
export function StandardNoteBody({ part, held }: { part: StandardPart; held: GroupStandard }) {
  const t = useTranslations('standards.note');
  const format = useFormatter();
  const { editor, node, codes } = useEditor();
  const { policy } = editor;
  const found = useMemo(() => (policy === null ? null : deviations(held.standard, policy, held.slug)), [held, policy]);
  const nothingFails = policy?.actions?.length === 0 && codes.length === 0;
  if (found === null || nothingFails) return null;
  const excuse = found.excuses.find((each) => each.part === part);
  if (excuse)
    return (
      <Note>
        <Text size="sm">{t('excused', { group: held.name, actions: format.list(excuse.actions) })}</Text>
      </Note>
    );
  const differing = found.deviations.filter((each) => each.part === part);
  if (differing.length === 0) return null;
  const missing = differing.every(({ way }) => way === 'missing');
  return (
    <Note>
      <div className={classes.words}>
        <Text size="sm">
          <strong>{t('deviates', { group: held.name })}</strong> {t(missing ? 'missing' : 'other')}
        </Text>
        <Said held={held} part={part} codes={differing.map(({ what }) => what)} />
      </div>
      {node.mayEdit ? (
        <Button
          size="xs"
          variant="default"
          data-only-screen
          onClick={() => editor.edit(putStandard(editor.document, held.document, [part]))}
        >
          {t('take')}
        </Button>
      ) : null}
    </Note>
  );
}

/** Of codes only those that differ. */
function Said({ held, part, codes }: { held: GroupStandard; part: StandardPart; codes: readonly (string | null)[] }) {
  const say = usePhrase();
  const lines = held.words[part].filter(
    ({ label }) => part !== 'classification' || codes.some((code) => code === label.values?.code),
  );
  return (
    <ul className={classes.said}>
      {lines.map(({ label, after }) => (
        <li key={say(label)}>{part === 'classification' ? `${say(label)}: ${say(after)}` : say(after)}</li>
      ))}
    </ul>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <div className={classes.note} role="note">
      <IconRulerMeasure size={16} stroke={1.8} aria-hidden className={classes.shape} />
      {children}
    </div>
  );
}
