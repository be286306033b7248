import { sameJson } from '@/lib/policy/document';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { NodePreview } from '@/lib/workflows/preview';

/** All that there is to say about form and text, by where it is shown. */
export interface Findings {
  /** About the policy, at its fields. */
  readonly ofForm: readonly Diagnostic[];
  /** About the text and not the policy, with places in the text. */
  readonly ofText: readonly Diagnostic[];
  /** What is marked in the text; its places are places in `of`. */
  readonly marked: { readonly of: string; readonly list: readonly Diagnostic[] };
  /** Everything that forbids to publish, on either side. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Brings together what was judged of the form, what the server said of both sides (`preview`), and what
 * cannot be kept at all (`unkept`), of which the server was not asked. `text` is what is written now.
 */
export function findingsOf({
  judged,
  preview,
  unkept,
  text,
}: {
  readonly judged: readonly Diagnostic[];
  readonly preview: Pick<NodePreview, 'text' | 'ofText' | 'ofPolicy'> | null;
  readonly unkept: readonly Diagnostic[];
  readonly text: string | null;
}): Findings {
  const unkeptText = unkept.filter(({ place }) => place !== undefined);
  const ofForm = [...unkept.filter(({ place }) => place === undefined), ...judged];
  // Places that the server named are places in the text before.
  const known = unkeptText.length > 0 ? null : preview;
  const ofText = known?.ofText ?? unkeptText;
  const placed = ofForm.map((each) => {
    const inText = known?.ofPolicy.find(({ code, path }) => code === each.code && sameJson(path, each.path));
    return inText?.place ? { ...each, place: inText.place } : each;
  });
  return {
    ofForm,
    ofText,
    marked: known
      ? { of: known.text, list: [...known.ofText, ...known.ofPolicy] }
      : { of: text ?? '', list: unkeptText },
    problems: [...ofText, ...placed].filter(({ severity }) => severity === 'error'),
  };
}
