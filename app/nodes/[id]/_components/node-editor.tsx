'use client';

import { useHotkeys } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { tellPublished } from '@/app/_components/guide/guide-store';
import type { CodeEditorHandle } from '@/components/form/code-editor';
import { refusalValues } from '@/components/policy/refusal-values';
import { Nothing } from '@/components/ui/nothing';
import { notify } from '@/components/ui/notify';
import { messageOf } from '@/lib/i18n/message';
import { sameJson } from '@/lib/policy/document';
import type { Judgement } from '@/lib/policy/judgement';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { Draft } from '@/lib/workflows/drafts';
import { publishAction, readEntriesAction } from '../actions';
import { ActionsSection } from './actions-section';
import { AlertSection } from './alert-section';
import { BrokenNotice } from './broken-notice';
import { ClassificationSection } from './classification-section';
import { EditorProvider } from './editor-context';
import { keptText } from './editor-state';
import type { CodeFact, GroupOption, GroupStandard, NodeFacts } from './facts';
import { focusField } from './field-focus';
import { HandOffSection } from './handoff-section';
import classes from './node-editor.module.css';
import { Notices } from './notices';
import { OwnerSection } from './owner-section';
import type { Refusal } from './publish-dialog';
import type { Scope } from './publish-place';
import { RetrySection } from './retry-section';
import { SaveBar } from './save-bar';
import { SidePanel } from './side-panel';
import { ThresholdSection } from './threshold-section';
import { useNodeView } from './use-node-view';
import { usePolicyEditor } from './use-policy-editor';
import { type Baseline, savesSettled } from './use-saving';
import { ViewSwitch } from './view-switch';

const TextPane = dynamic(() => import('./text-pane').then((module) => module.TextPane), { loading: Nothing });
const PublishDialog = dynamic(() => import('./publish-dialog').then((module) => module.PublishDialog), { ssr: false });

/** What the server rendered and this window has shown: shown again, it came from the browser's memory. */
const shown = new Set<string>();

/** What is published, and the draft that is kept. */
interface Entries {
  readonly published: Baseline;
  readonly draft: Draft | null;
}

/** The form, the node's own text beside it, what both come to, and the way to publish below. */
export function NodeEditor({
  node,
  served,
  judged,
  codes,
  groups,
  standards,
}: {
  node: NodeFacts;
  served: Entries;
  /** What the server made of the draft, else of what is published. */
  judged: Judgement;
  codes: readonly CodeFact[];
  groups: readonly GroupOption[];
  standards: readonly GroupStandard[];
}) {
  const t = useTranslations('node');
  const refusals = useTranslations('common.refusals');
  const router = useRouter();
  const { view, views, choose } = useNodeView(node.mayEdit);
  const { id, actorId, workflowOwner, engineRetry, renderedAt } = node;
  const [later, setLater] = useState<(Entries & { readonly than: string }) | null>(null);
  const { published, draft } = later?.than === renderedAt ? later : served;
  const textShown = view !== 'form';
  const [fromMemory] = useState(() => shown.has(`${id} ${renderedAt}`));
  const editor = usePolicyEditor({
    ...{ id, actorId, published, draft, judged, engineRetry, textShown, fromMemory },
    inheritedOwner: workflowOwner,
    catalogue: node.catalogue,
  });
  const code = useRef<CodeEditorHandle>(null);
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
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

  /** A page out of the browser's memory asks what is kept now; a refresh would throw away the list behind it. */
  useEffect(() => {
    const seen = `${id} ${renderedAt}`;
    const known = shown.has(seen);
    shown.add(seen);
    if (!known) return;
    let left = false;
    void savesSettled(id)
      .then(() => (left ? null : readEntriesAction({ nodeRowId: id })))
      .then((now) => {
        if (left || !now?.ok) return;
        if (now.value) setLater({ ...now.value, than: renderedAt });
        else router.refresh();
      })
      // Not to be had now: what is shown holds until a save says otherwise.
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [id, renderedAt, router]);

  /** What is published now, fetched anew when a save tells of a version that this page has not seen. */
  const stale = editor.publishedVersion > editor.baseline.version;
  useEffect(() => {
    if (stale) router.refresh();
  }, [stale, router]);
  const newer = stale && published.version > editor.baseline.version ? published : null;
  const theirs = conflict && conflict.version > editor.baseline.version ? conflict : newer;

  const publish = async (note: string, scope: Scope) => {
    setBusy(true);
    setRefusal(null);
    const kept = await editor.flush();
    if (!kept) {
      setBusy(false);
      setRefusal({ message: t('publish.refused.notSaved'), diagnostics: [] });
      return;
    }
    const { document, replaceEngineRetry } = kept;
    const result = await publishAction({
      ...{ nodeRowId: id, document, replaceEngineRetry, note, copyShared: scope === 'copy' },
      text: keptText(kept),
      baseVersion: editor.baseline.version,
    }).catch(() => null);
    setBusy(false);
    if (result?.ok) {
      setDialog('closed');
      setConflict(null);
      editor.restart({ document, version: result.value.nodeVersion });
      void notify({ message: t('publish.done', { version: result.value.workflowVersion }), color: 'green' });
      tellPublished();
      router.refresh();
      return;
    }
    const error = result?.error ?? { reason: 'unavailable' as const };
    if (error.reason === 'conflict') {
      setConflict({ document: error.published, version: error.version });
      setDialog('closed');
      return;
    }
    const owner = 'owner' in error ? (groups.find(({ slug }) => slug === error.owner)?.name ?? '') : '';
    setRefusal({
      message:
        messageOf(t, `publish.refused.${error.reason}`, { owner }) ??
        messageOf(refusals, error.reason, refusalValues(error)) ??
        refusals('unexpected'),
      diagnostics: 'diagnostics' in error ? error.diagnostics : [],
    });
  };

  /** The place in the text, which is put on screen for it. */
  const goToText = (offset: number) => {
    if (!textShown) choose(views.find((each) => each === 'both') ?? 'text');
    whenThere(() => code.current?.goTo(offset) !== undefined || code.current !== null);
  };
  /** The field that a finding is about; where the form is not on screen, its place in the text. */
  const goTo = ({ path, place }: Diagnostic) => {
    setDialog('closed');
    whenThere(() => {
      if (path && view !== 'text' && focusField(path)) return true;
      if (place) goToText(place.start);
      return true;
    });
  };
  const goToFirst = () => {
    const first = editor.problems[0];
    if (first) goTo(first);
  };

  return (
    <EditorProvider editor={editor} node={node} codes={codes} groups={groups} standards={standards}>
      <div className={classes.top}>
        {node.mayEdit ? <ViewSwitch view={view} views={views} onChoose={choose} /> : null}
        <Notices theirs={theirs} onSettled={() => setConflict(null)} />
      </div>
      <div className={classes.grid} data-view={view}>
        {view === 'text' ? null : (
          <form
            className={classes.form}
            aria-label={t('formLabel')}
            onSubmit={(event) => event.preventDefault()}
            noValidate
          >
            <div className={classes.resting}>
              <BrokenNotice onGoTo={goToText} />
            </div>
            <fieldset className={classes.fields} disabled={editor.broken || !node.mayEdit}>
              <OwnerSection />
              <ClassificationSection />
              <RetrySection />
              <ActionsSection />
              <HandOffSection />
              <AlertSection />
              <ThresholdSection />
            </fieldset>
          </form>
        )}
        {textShown ? (
          <div className={classes.text}>
            <TextPane handle={code} alone={view === 'text'} />
          </div>
        ) : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <aside className={classes.side} id="comes-to" aria-label={t('side.label')} tabIndex={0}>
          <SidePanel />
        </aside>
      </div>
      {node.mayEdit ? (
        <SaveBar
          onPublish={() => setDialog('open')}
          onDiscard={() => {
            setConflict(null);
            editor.discard(published);
          }}
          onProblems={goToFirst}
          busy={busy}
        />
      ) : null}
      {dialog === 'never' ? null : (
        <PublishDialog
          opened={dialog === 'open'}
          onClose={() => setDialog('closed')}
          onConfirm={(note, scope) => void publish(note, scope)}
          onGoTo={goTo}
          busy={busy}
          refusal={refusal}
        />
      )}
    </EditorProvider>
  );
}

const TRY_AGAIN_MS = 50;
const TRIES = 100;

/** Runs as soon as what it needs is on screen: a dialog has to close first, an editor to be loaded. */
function whenThere(run: () => boolean, tries = TRIES): void {
  setTimeout(() => {
    if (tries > 0 && !run()) whenThere(run, tries - 1);
  }, TRY_AGAIN_MS);
}
