'use client';

import { Alert, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { sidecarName } from '@/lib/dialects/file-name';
import { messageOf } from '@/lib/i18n/message';
import { BroughtCard } from './brought-card';
import { fromBase64, textOf } from './bytes';
import { FileDrop } from './file-drop';
import type { FoundFile } from './found-files';
import classes from './import.module.css';
import { isOneDefinition } from './many-files';
import { type Pasted, PasteForm } from './paste-form';
import { PreviewCard } from './preview-card';
import { type Brought, type Problem, type Unreadable, useImport } from './use-import';
import { type ManyProblem, useMany } from './use-many';
import { usePageDrop } from './use-page-drop';

/**
 * Bring a file or a text, see what it would change, then import it; several files, a folder or an archive lead to a page
 * of their own. `item`: a file of such an import, to be looked at by itself.
 */
export function ImportPanel({ formats, item }: { formats: Readonly<Record<string, string>>; item: KeptItem | null }) {
  const t = useTranslations('importing');
  const format = useFormatter();
  const [tab, setTab] = useState<string | null>('file');
  const [pasted, setPasted] = useState<Pasted>({ text: '', name: '' });
  const flow = useImport();
  const many = useMany();
  const { brought, busy, problem, unreadable, preview } = flow;
  const over = usePageDrop((files) => {
    setTab('file');
    bring(files);
  });
  const kept = useRef(item);
  const { bringBack } = flow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens with it
  useEffect(() => {
    if (kept.current) void bringBack(broughtAgain(kept.current));
    kept.current = null;
  }, []);

  function bring(found: readonly FoundFile[]) {
    many.forget();
    if (isOneDefinition(found)) return void flow.bringFiles(found.map(({ file }) => file));
    flow.putAway();
    void many.bring(found);
  }

  function changePasted(next: Pasted) {
    // What was read is no longer what stands in the form: it must not be imported in its place.
    if (brought?.text === pasted.text && next.text !== pasted.text) flow.putAway();
    setPasted(next);
  }

  return (
    <Stack gap="md">
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List aria-label={t('tabs.label')}>
          <Tabs.Tab value="file">{t('tabs.file')}</Tabs.Tab>
          <Tabs.Tab value="paste">{t('tabs.paste')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="file" pt="md">
          <FileDrop
            formats={format.list(Object.values(formats), { style: 'narrow' })}
            over={over}
            busy={many.busy}
            onFiles={bring}
          />
        </Tabs.Panel>
        <Tabs.Panel value="paste" pt="md">
          <PasteForm
            pasted={pasted}
            busy={busy === 'reading'}
            onChange={changePasted}
            onRead={(fileName, text) => void flow.bringText(fileName, text)}
          />
        </Tabs.Panel>
      </Tabs>
      {many.problem ? <ManyNotice problem={many.problem} /> : null}
      {problem ? <ProblemNotice problem={problem} /> : null}
      {brought ? (
        <BroughtCard
          brought={brought}
          busy={busy !== null}
          onSidecar={(file) => void flow.bringSidecar(file)}
          onWithoutSidecar={() => void flow.removeSidecar()}
          onAgain={() => void flow.readAgain()}
          onPutAway={flow.putAway}
        />
      ) : null}
      <Text role="status" size="sm" c="dimmed" className={classes.status}>
        {busy === 'reading' && brought ? t('reading', { name: brought.fileName }) : ''}
      </Text>
      {unreadable && brought ? <UnreadableNotice unreadable={unreadable} brought={brought} /> : null}
      {preview && brought ? (
        <PreviewCard
          preview={preview}
          source={brought.text}
          formats={formats}
          busy={busy === 'reading' || busy === 'importing'}
          again={flow.again}
          choices={flow.choices}
          shown={flow.shown}
          weighing={busy === 'weighing'}
          onDecide={(nodeId, side) => void flow.decide(nodeId, side)}
          onConfirm={() => void flow.confirm()}
          onReplace={() => void flow.confirm({ merge: false })}
          onLookAgain={() => void flow.readAgain()}
        />
      ) : null}
    </Stack>
  );
}

function ManyNotice({ problem }: { problem: ManyProblem }) {
  const t = useTranslations('batches.problems');
  const title = useTranslations('importing.problems')('title');
  return (
    <Alert color="red" title={title} icon={<IconAlertCircle aria-hidden />} role="alert">
      {problem.key === 'too_many' ? t('too_many', problem.values) : t(problem.key)}
    </Alert>
  );
}

/** A file that the server kept, in base64. */
export interface KeptItem {
  readonly id: string;
  readonly batchId: string;
  readonly fileName: string;
  readonly content: string;
  readonly sidecar: string | null;
}

function broughtAgain({ id, batchId, fileName, content, sidecar }: KeptItem): Brought {
  const bytes = fromBase64(content);
  const companion = sidecar === null ? null : fromBase64(sidecar);
  return {
    ...{ fileName, bytes, text: textOf(bytes), item: { id, batchId } },
    sidecar: companion && { fileName: sidecarName(fileName), bytes: companion, text: textOf(companion) },
  };
}

function ProblemNotice({ problem: { key, values } }: { problem: Problem }) {
  const t = useTranslations('importing.problems');
  const common = useTranslations('common.refusals');
  return (
    <Alert color="red" title={t('title')} icon={<IconAlertCircle aria-hidden />} role="alert">
      {messageOf(t, key, values) ?? messageOf(common, key, values) ?? common('unexpected')}
    </Alert>
  );
}

function UnreadableNotice({ unreadable, brought }: { unreadable: Unreadable; brought: Brought }) {
  const t = useTranslations('importing.unreadable');
  const about = unreadable.file === 'sidecar' && brought.sidecar ? brought.sidecar : brought;
  return (
    <section className={classes.card} aria-labelledby="unreadable-title" data-refused>
      <div role="alert">
        <Title order={2} size="h4" id="unreadable-title" className={classes.refusedTitle}>
          <IconAlertCircle size={20} stroke={1.8} aria-hidden />
          {t('title', { name: about.fileName })}
        </Title>
        <Text size="sm">{t('body')}</Text>
      </div>
      <DiagnosticsList diagnostics={unreadable.diagnostics} source={about.text} label={t('list')} />
    </section>
  );
}
