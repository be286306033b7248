import { sidecarName } from '@/lib/dialects/file-name';
import { isStorable } from '@/lib/shared/storable';

/** More bytes of a path would not fit into the index that keeps each path of a batch once. */
const MAX_PATH_BYTES = 1_000;
const MAX_NAME = 255;

/** A definition as it was brought, with the file beside it that keeps what its engine cannot say. */
export interface FileGroup<F> {
  readonly definition: F;
  readonly sidecar: F | null;
  /** Several definitions would be the one of this companion; it does not say whose it is. */
  readonly ambiguous: F | null;
}

/**
 * Puts companions to their definitions, by folder and name. `companionOf` says for a file whose companion it is by its
 * own words (null: it is none; canonical files end in `.failpath.yaml` too); only files that may be one are asked.
 */
export function groupFiles<F extends { readonly path: string }>(
  files: readonly F[],
  companionOf: (file: F) => string | null,
): FileGroup<F>[] {
  const bySidecar = new Map<string, F[]>();
  for (const file of files) {
    const beside = besideKey(file.path, sidecarName(nameOf(file.path)));
    bySidecar.set(beside, [...(bySidecar.get(beside) ?? []), file]);
  }
  const sidecars = new Map<F, F>();
  const ambiguous = new Map<F, F>();
  const companions = new Set<F>();
  for (const file of files) {
    const candidates = (bySidecar.get(besideKey(file.path, nameOf(file.path))) ?? []).filter((each) => each !== file);
    const said = candidates.length === 0 ? null : companionOf(file);
    if (said === null) continue;
    companions.add(file);
    const named = candidates.find(({ path }) => nameOf(path) === said);
    const owner = named ?? (candidates.length === 1 ? candidates[0] : undefined);
    if (owner) sidecars.set(owner, file);
    else for (const each of candidates) ambiguous.set(each, file);
  }
  return files
    .filter((file) => !companions.has(file))
    .map((definition) => ({
      definition,
      sidecar: sidecars.get(definition) ?? null,
      ambiguous: sidecars.has(definition) ? null : (ambiguous.get(definition) ?? null),
    }));
}

/** Paths whose file may be a companion, since there is a definition beside it that its name fits. */
export function mayBeCompanions(paths: readonly string[]): ReadonlySet<string> {
  const sought = new Map(paths.map((path) => [besideKey(path, sidecarName(nameOf(path))), path]));
  return new Set(paths.filter((path) => (sought.get(besideKey(path, nameOf(path))) ?? path) !== path));
}

/** Whose companion a text says that it is; null where it says nothing of the kind. */
export function saidCompanionOf(text: string): string | null {
  const said = /^\s*["']?sidecarOf["']?\s*:\s*(.*?)\s*,?\s*$/m.exec(text)?.[1];
  return said === undefined ? null : said.replace(/^(["'])(.*)\1$/, '$2');
}

/** The file's own name. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** With `/` between folders, whatever the system that wrote it, and without `./` before it. */
export function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

/** Why a file is not taken under this path; null = it is. */
export function judgePath(path: string): 'path_outside' | 'path_bad' | null {
  const plain = plainPath(path);
  const segments = plain.split('/');
  if (plain.startsWith('/') || /^[a-z]:/i.test(plain) || segments.includes('..')) return 'path_outside';
  if (segments.some((each) => each === '') || nameOf(plain).length > MAX_NAME) return 'path_bad';
  if (!isStorable(plain) || /\p{Cc}/u.test(plain)) return 'path_bad';
  return new TextEncoder().encode(plain).length > MAX_PATH_BYTES ? 'path_bad' : null;
}

/** A path that is not taken, as it can be kept and shown: without what would harm, and not longer than needed. */
export function shownPath(path: string): string {
  return plainPath(path)
    .replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
    .slice(0, MAX_NAME);
}

/** Files that systems put beside those of people: they are passed over, and nothing is said of them. */
export function isHidden(path: string): boolean {
  return plainPath(path)
    .split('/')
    .some((segment) => (segment.startsWith('.') && segment !== '..') || segment === '__MACOSX');
}

/** Every format that is read is written as YAML or JSON. */
export function isDefinitionName(path: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(path);
}

export function isZipName(path: string): boolean {
  return /\.zip$/i.test(path);
}

/** Names differ in case on some file systems, and `.yml` is as good as `.yaml`. */
function besideKey(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${name}`.toLowerCase().replace(/\.yml$/, '.yaml');
}
