import { sidecarName } from '@/lib/dialects/file-name';

const SIDECAR = /\.failpath\.ya?ml$/i;

/** Files that a person brought at once: a definition and perhaps its sidecar, or why it cannot be told which is which. */
export type Pairing<F> =
  | { readonly kind: 'pair'; readonly definition: F; readonly sidecar: F | null }
  | { readonly kind: 'none' }
  /** More than one definition: they are imported one by one. */
  | { readonly kind: 'several'; readonly count: number }
  /** Two files, one of them a sidecar by its name, but not this definition's. */
  | { readonly kind: 'strange_sidecar'; readonly found: string; readonly expected: string };

/**
 * Tells definition and sidecar apart by their names. One file alone is the definition, whatever it
 * is called: the canonical format ends in `.failpath.yaml` as well.
 */
export function pairFiles<F extends { readonly name: string }>(files: readonly F[]): Pairing<F> {
  const [first, second, ...more] = files;
  if (!first) return { kind: 'none' };
  if (!second) return { kind: 'pair', definition: first, sidecar: null };
  if (more.length > 0) return { kind: 'several', count: files.length };
  if (isSidecarOf(second.name, first.name)) return { kind: 'pair', definition: first, sidecar: second };
  if (isSidecarOf(first.name, second.name)) return { kind: 'pair', definition: second, sidecar: first };
  const [definition, other] = SIDECAR.test(first.name) ? [second, first] : [first, second];
  if (SIDECAR.test(definition.name) || !SIDECAR.test(other.name)) return { kind: 'several', count: 2 };
  return { kind: 'strange_sidecar', found: other.name, expected: sidecarName(definition.name) };
}

/** Names differ in case on some file systems, and `.yml` is as good as `.yaml`. */
function isSidecarOf(name: string, definition: string): boolean {
  const plain = (each: string) => each.toLowerCase().replace(/\.yml$/, '.yaml');
  return plain(name) === plain(sidecarName(definition)) && plain(name) !== plain(definition);
}
