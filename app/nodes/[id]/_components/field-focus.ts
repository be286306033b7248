import type { Path } from '@/lib/policy/edit';

/** Sections of the form by the first key of a path. */
const SECTIONS: Readonly<Record<string, string>> = {
  owner: 'owner',
  classification: 'classification',
  retry: 'retry',
  actions: 'actions',
  onExhausted: 'hand-off',
  alert: 'alert',
};

const FOCUSABLE = 'input:not([type="hidden"]):not(:disabled), select:not(:disabled), button:not(:disabled)';

/** What a field of the form carries, so that it is found by its path in the document. */
export function fieldAt(path: Path): { readonly 'data-field': string } {
  return { 'data-field': path.join('.') };
}

/** What a question carries that is asked about a path, away from the path's own field. */
export function questionAt(path: Path): { readonly 'data-question': string } {
  return { 'data-question': path.join('.') };
}

/**
 * Brings what is asked about this path in sight and the keyboard to it; else its field; else what is
 * nearest around it. False = no form on screen.
 */
export function focusField(path: Path): boolean {
  const field = nearest(path);
  if (!field) return false;
  for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  const target = field.matches(FOCUSABLE) ? field : field.querySelector<HTMLElement>(FOCUSABLE);
  field.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
  return true;
}

function nearest(path: Path): HTMLElement | null {
  const question = document.querySelector<HTMLElement>(`[data-question="${CSS.escape(path.join('.'))}"]`);
  if (question) return question;
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.');
    const found = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    if (found) return found;
  }
  const section = path[1] === 'thresholds' ? 'thresholds' : SECTIONS[String(path[0])];
  return section === undefined ? null : document.getElementById(section);
}
