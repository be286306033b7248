'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '../_components/failure-text';
import { changeAction, connectAction, lookAction, previewAction, sampleAction } from '../actions';
import type { Entries } from './entries';
import { fieldOfPath } from './field-of-path';
import type { FoundPlace, PlatformOffer } from './found';
import { forgetWizard, type KeptWizard, keepWizard, keptWizard } from './kept-entries';
import { mappingOf } from './mapping-of';
import { type PlaceEntry, placeOf } from './place';
import { STEPS, type Step, stepOf } from './steps';
import { type PreviewAnswer, usePreview } from './use-preview';
import { useSamples } from './use-samples';

/** A source that is changed, or what a new one begins with. */
export interface WizardSource {
  /** Null: it is not connected yet. */
  readonly id: string | null;
  readonly revision: number;
  readonly name: string;
  readonly place: PlaceEntry;
  readonly entries: Entries;
}

interface Refused {
  readonly reason: string;
  readonly issues?: readonly { readonly path: string; readonly code: string }[];
}

/** Everything of the wizard but its looks: entries that survive, the way to the server, and what it said. */
export function useWizard(source: WizardSource, offers: readonly PlatformOffer[], owner: string) {
  const slot = `${owner}.${source.id ?? 'new'}`;
  const router = useRouter();
  const [state, setState] = useState<KeptWizard>(() => blankState(source));
  const [password, setPassword] = useState('');
  const [back, setBack] = useState<'no' | 'yes' | 'older'>('no');
  const [found, setFound] = useState<{ readonly key: string; readonly place: FoundPlace } | null>(null);
  const [fault, setFault] = useState<Failure | null>(null);
  const [busy, setBusy] = useState<'looking' | 'saving' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const [checked, setChecked] = useState<ReadonlySet<Step>>(new Set());
  const looked = useRef(false);
  const { step, name, place, sealed, entries } = state;
  const read = useMemo(() => mappingOf(entries), [entries]);
  const placeKey = JSON.stringify(place);
  const known = found?.key === placeKey ? found.place : null;
  const where = { id: source.id, place: placeOf(place, password), sealed };

  /** What is typed is kept in this browser at once, until it is saved. */
  const put = useCallback(
    (part: Partial<KeptWizard> | ((before: KeptWizard) => Partial<KeptWizard>)) =>
      setState((before) => {
        const next = { ...before, ...(typeof part === 'function' ? part(before) : part) };
        keepWizard(slot, next);
        return next;
      }),
    [slot],
  );

  function refuse({ reason, issues = [] }: Refused) {
    const shown = issues.map(({ path, code }) => [fieldOfPath(path), code] as const);
    // Of several about one entry the first says most.
    setSaid(new Map(shown.toReversed()));
    if (reason === 'password_needed') setSaid(new Map([['place.password', reason]]));
    else if (shown.length === 0) setRefusal(reason);
    const first = reason === 'password_needed' ? 'place.password' : shown[0]?.[0];
    if (first !== undefined) goTo(first);
  }

  async function look(at: KeptWizard = state): Promise<boolean> {
    setBusy('looking');
    setFault(null);
    setRefusal(null);
    const asked = { id: source.id, place: placeOf(at.place, password), sealed: at.sealed };
    const result = await lookAction(asked).catch(() => null);
    setBusy(null);
    if (!result?.ok) {
      setFound(null);
      if (result?.error.reason === 'fault') setFault(result.error.fault);
      else refuse(result?.error ?? { reason: 'unexpected' });
      return false;
    }
    setSaid(new Map());
    setFound({ key: JSON.stringify(at.place), place: result.value.found });
    put({ sealed: result.value.sealed });
    return true;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    const kept = keptWizard(slot);
    if (kept) {
      setState(kept);
      setBack(kept.revision === source.revision ? 'yes' : 'older');
    }
    const wanted = decodeURIComponent(window.location.hash.slice(1));
    const first = kept ?? state;
    if (first.step === 'place') return;
    void look(first).then((there) => {
      if (!there) put({ step: 'place' });
      else if (wanted !== '') goTo(wanted);
    });
  }, []);

  const ask = async (mapping: NonNullable<typeof read.mapping>): Promise<PreviewAnswer> => {
    const result = await previewAction({ ...where, mapping }).catch(() => null);
    if (result?.ok) return { kind: 'preview', preview: result.value };
    if (result?.error.reason === 'fault') return { kind: 'fault', fault: result.error.fault };
    refuse(result?.error ?? { reason: 'unexpected' });
    return { kind: 'refused' };
  };
  const previewing = usePreview(step === 'look' && known !== null ? read.mapping : null, ask);
  const sampleOf = useSamples(
    known === null ? null : placeKey,
    entries.kind === 'tables' ? [entries.attempts.from, entries.definitions.from] : [],
    async (table) => {
      const result = await sampleAction({ ...where, table }).catch(() => null);
      if (result?.ok) return result.value;
      if (result?.error.reason === 'fault') setFault(result.error.fault);
      return null;
    },
  );

  function goTo(field: string) {
    put({ step: stepOf(field) });
    focusField(field);
  }

  /** On to the next step, when nothing on this one is missing. */
  async function next() {
    setRefusal(null);
    if (step === 'place' && known === null && !(await look())) return;
    const wrong = step === 'place' ? undefined : read.issues.find(({ field }) => stepOf(field) === step);
    setChecked((before) => new Set(before).add(step));
    if (wrong) return focusField(wrong.field);
    const platform = offers.find(({ id }) => entries.kind === 'preset' && id === entries.preset.platform);
    put({
      step: STEPS[STEPS.indexOf(step) + 1] ?? 'look',
      // A first suggestion, in sight and free to change.
      ...(step === 'meaning' && name === '' && platform ? { name: platform.label } : {}),
    });
  }

  async function save() {
    setChecked(new Set(STEPS));
    setRefusal(null);
    if (read.mapping === null) return goTo(read.issues[0]?.field ?? 'kind');
    setBusy('saving');
    const input = { name, place: where.place, sealed, mapping: read.mapping };
    const asked =
      source.id === null ? connectAction(input) : changeAction({ ...input, id: source.id, revision: source.revision });
    const result = await asked.catch(() => null);
    setBusy(null);
    if (!result?.ok) {
      if (result?.error.reason === 'name_taken')
        return refuse({ reason: 'invalid', issues: [{ path: 'name', code: 'name_taken' }] });
      return refuse(result?.error ?? { reason: 'unexpected' });
    }
    forgetWizard(slot);
    router.push(`/sources/${result.value.id}`);
  }

  function change(turn: (before: Entries) => Entries) {
    setSaid(new Map());
    put((before) => ({ entries: turn(before.entries) }));
  }

  return {
    ...{
      state,
      password,
      setPassword,
      back,
      found: known,
      fault,
      busy,
      refusal,
      previewing,
      sampleOf,
      look,
      next,
      save,
    },
    ...{ goTo, change },
    /** A code below `sourceWizard.issues` or `sources.errors`; undefined = nothing to be said. */
    codeOf: (field: string) =>
      said.get(field) ??
      (checked.has(stepOf(field)) ? read.issues.find((issue) => issue.field === field)?.code : undefined),
    setStep: (to: Step) => put({ step: to }),
    setName: (to: string) => {
      setSaid(new Map());
      put({ name: to });
    },
    setPlace: (to: PlaceEntry) => {
      setFault(null);
      setSaid(new Map());
      put({ place: to });
    },
    closeBack: () => {
      put({ revision: source.revision });
      setBack('no');
    },
    /** Throws the kept entries away and begins with what is saved. */
    startAgain: () => {
      forgetWizard(slot);
      setState(blankState(source));
      setBack('no');
      setFound(null);
      setPassword('');
    },
    /** The furthest step that can be opened. */
    reachable: (to: Step) =>
      to === 'place' || (known !== null && STEPS.indexOf(to) <= furthest(entries, read.mapping !== null)),
  };
}

function blankState({ id, name, place, entries, revision }: WizardSource): KeptWizard {
  return { step: id === null ? 'place' : 'meaning', name, place, sealed: null, entries, revision };
}

function furthest(entries: Entries, whole: boolean): number {
  if (entries.kind === null) return STEPS.indexOf('platform');
  return STEPS.indexOf(whole ? 'look' : 'meaning');
}

/** After the step that it stands on has been drawn. */
function focusField(field: string): void {
  setTimeout(() => {
    const found = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
    const folded = found?.closest('details');
    if (folded) folded.open = true;
    found?.scrollIntoView({ block: 'center' });
    found?.focus();
  }, 50);
}
