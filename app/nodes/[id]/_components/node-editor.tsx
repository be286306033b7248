'use client';

import { Alert, Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { notify } from '@/components/ui/notify';
import { sameJson } from '@/lib/policy/document';
import type { JsonObject } from '@/lib/shared/json';
import type { Draft } from '@/lib/workflows/drafts';
import { publishAction } from '../actions';
import { ActionsSection } from './actions-section';
import { AlertSection } from './alert-section';
import { ClassificationSection } from './classification-section';
import { ConflictPanel } from './conflict-panel';
import { EditorProvider } from './editor-context';
import type { CodeFact, GroupOption, NodeFacts } from './facts';
import { HandOffSection } from './handoff-section';
import classes from './node-editor.module.css';
import { OwnerSection } from './owner-section';
import { PublishDialog } from './publish-dialog';
import { RetrySection } from './retry-section';
import { SaveBar } from './save-bar';
import { SidePanel } from './side-panel';
import { type Baseline, savesSettled, usePolicyEditor } from './use-policy-editor';

/** What the server rendered and this window has shown: shown again, it came from the browser's memory. */
const shown = new Set<string>();

/** The form on the left, what it comes to on the right, and the way to publish below. */
export function NodeEditor({
  node,
  published,
  draft,
  codes,
  groups,
}: {
  node: NodeFacts;
  published: { document: JsonObject; version: number };
  draft: Draft | null;
  codes: readonly CodeFact[];
  groups: readonly GroupOption[];
}) {
  const t = useTranslations('node');
  const refusals = useTranslations('common.refusals');
  const router = useRouter();
  const editor = usePolicyEditor({ id: node.id, published, draft, inheritedOwner: node.workflowOwner });
  const [dialog, setDialog] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Baseline | null>(
    draft && draft.baseVersion !== published.version && !sameJson(draft.base, published.document) ? published : null,
  );

  useHotkeys(
    [
      ['mod+S', () => void editor.flush()],
      ['mod+Z', editor.undo],
      ['mod+shift+Z', editor.redo],
      ['mod+Y', editor.redo],
    ],
    [],
  );
  const { save } = editor;
  useEffect(() => {
    if (save === 'published' || save === 'draft') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [save]);

  /** A page out of the browser's memory is fetched anew; a save that failed is tried again when the line is back. */
  const { id, renderedAt } = node;
  useEffect(() => {
    if (shown.has(`${id} ${renderedAt}`)) void savesSettled(id).then(() => router.refresh());
    shown.add(`${id} ${renderedAt}`);
  }, [id, renderedAt, router]);
  useEffect(() => {
    if (save !== 'failed') return;
    const again = () => void editor.flush();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [save, editor.flush]);

  /** What is published now, fetched anew when a save tells of a version that this page has not seen. */
  const stale = editor.publishedVersion > editor.baseline.version;
  useEffect(() => {
    if (stale) router.refresh();
  }, [stale, router]);
  const newer = stale && published.version > editor.baseline.version ? published : null;
  const theirs = conflict && conflict.version > editor.baseline.version ? conflict : newer;

  const publish = async (note: string) => {
    setBusy(true);
    setRefusal(null);
    if (!(await editor.flush())) {
      setBusy(false);
      setRefusal(t('publish.refused.notSaved'));
      return;
    }
    const { document, replaceEngineRetry } = editor;
    const input = { nodeRowId: node.id, document, baseVersion: editor.baseline.version, replaceEngineRetry, note };
    const result = await publishAction(input).catch(() => null);
    setBusy(false);
    if (result?.ok) {
      setDialog(false);
      setConflict(null);
      editor.restart({ document, version: result.value.nodeVersion });
      void notify({ message: t('publish.done', { version: result.value.workflowVersion }), color: 'green' });
      router.refresh();
      return;
    }
    const reason = result?.error.reason ?? 'unavailable';
    if (result && result.error.reason === 'conflict') {
      setConflict({ document: result.error.published, version: result.error.version });
      setDialog(false);
      return;
    }
    setRefusal(
      reason === 'unchanged' || reason === 'policy_invalid' || reason === 'write_refused' || reason === 'conflict'
        ? t(`publish.refused.${reason}`)
        : refusals(reason),
    );
  };

  /** An edit like any other, so that it can be undone: a draft that says what is published is none. */
  const discard = () => {
    setConflict(null);
    editor.rebase(published);
    editor.setReplaceEngineRetry(false);
    editor.edit(published.document);
  };

  return (
    <EditorProvider editor={editor} node={node} codes={codes} groups={groups}>
      <div className={classes.grid}>
        <form
          className={classes.form}
          aria-label={t('formLabel')}
          onSubmit={(event) => event.preventDefault()}
          noValidate
        >
          {editor.theirDraft ? (
            <Alert color="orange" variant="default" title={t('draftConflict.title')} role="alert">
              <Text size="sm" mb="xs">
                {t('draftConflict.body', { by: editor.theirDraft.updatedBy })}
              </Text>
              <Group gap="xs">
                <Button size="xs" onClick={() => editor.settleDraft('mine')}>
                  {t('draftConflict.mine')}
                </Button>
                <Button size="xs" variant="default" onClick={() => editor.settleDraft('theirs')}>
                  {t('draftConflict.theirs')}
                </Button>
              </Group>
            </Alert>
          ) : null}
          {theirs ? <ConflictPanel theirs={theirs} onSettled={() => setConflict(null)} /> : null}
          <OwnerSection />
          <ClassificationSection />
          <RetrySection />
          <ActionsSection />
          <HandOffSection />
          <AlertSection />
        </form>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <aside id="outcome" className={classes.side} aria-label={t('side.label')} tabIndex={0}>
          <SidePanel />
        </aside>
      </div>
      <SaveBar onPublish={() => setDialog(true)} onDiscard={discard} busy={busy} />
      <PublishDialog
        opened={dialog}
        onClose={() => setDialog(false)}
        onConfirm={(note) => void publish(note)}
        busy={busy}
        refusal={refusal}
      />
    </EditorProvider>
  );
}
