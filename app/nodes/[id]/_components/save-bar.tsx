'use client';

import { ActionIcon, Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconCheck,
  IconCloudOff,
  IconPencil,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { usePhrase } from '@/components/policy/phrase';
import { retryPhrase } from '@/lib/policy/describe';
import { useEditor } from './editor-context';
import classes from './save-bar.module.css';
import { useDescribeContext } from './sentence';

const ICONS = {
  published: IconCheck,
  unsaved: IconPencil,
  saving: IconPencil,
  draft: IconPencil,
  failed: IconCloudOff,
} as const;

/** Where the text on screen stands, and the ways on: undo, discard, publish. */
export function SaveBar({
  onPublish,
  onDiscard,
  onProblems,
  busy,
}: {
  onPublish: () => void;
  onDiscard: () => void;
  /** Goes to the first entry that needs a change. */
  onProblems: () => void;
  busy: boolean;
}) {
  const t = useTranslations('node.bar');
  const { editor } = useEditor();
  const errors = editor.problems.length;
  const Icon = ICONS[editor.save];
  return (
    <div className={classes.bar} data-foot>
      <Summary />
      <Group gap={8} wrap="nowrap" miw={0} flex="1 1 200px" role="status" data-state={editor.save}>
        <Icon size={17} aria-hidden className={classes.icon} data-state={editor.save} />
        <Text size="sm" fw={500}>
          {editor.save === 'failed'
            ? t('state.failed', { why: editor.obstacle, kept: editor.keptHere ? 'yes' : 'no' })
            : t(`state.${editor.save}`)}
          {errors > 0 ? (
            <>
              {' · '}
              <Anchor component="button" type="button" size="sm" onClick={onProblems}>
                {t('errors', { count: errors })}
              </Anchor>
            </>
          ) : null}
        </Text>
      </Group>
      <Group gap={6}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('undo')}
          title={t('undo')}
          disabled={!editor.canUndo}
          onClick={editor.undo}
        >
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('redo')}
          title={t('redo')}
          disabled={!editor.canRedo}
          onClick={editor.redo}
        >
          <IconArrowForwardUp size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={onDiscard} disabled={!editor.changed || busy}>
          {t('discard')}
        </Button>
        <Button id="publish" onClick={onPublish} disabled={!editor.changed} loading={busy}>
          {t('publish')}
        </Button>
      </Group>
    </div>
  );
}

/** What it comes to in a few words, where the whole of it stands further down; leads there. */
function Summary() {
  const t = useTranslations('node.bar');
  const say = usePhrase();
  const context = useDescribeContext();
  const { editor } = useEditor();
  return (
    <a href="#comes-to" className={classes.summary}>
      <span>{editor.policy ? say(retryPhrase(editor.policy, context)) : t('summaryInvalid')}</span>
      <IconArrowDown size={15} aria-hidden />
      <VisuallyHidden>{t('toSummary')}</VisuallyHidden>
    </a>
  );
}
