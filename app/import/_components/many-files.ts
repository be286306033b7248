import { MAX_DEFINITION_BYTES } from '@/lib/dialects/decode';
import {
  type FileGroup,
  groupFiles,
  isDefinitionName,
  isHidden,
  isZipName,
  mayBeCompanions,
  nameOf,
  saidCompanionOf,
  shownPath,
} from '@/lib/workflows/batch-files';
import { type ItemRefusal, MAX_UPLOAD_BYTES } from '@/lib/workflows/batch-vocabulary';
import { pairFiles } from '@/lib/workflows/file-names';
import { megabytes } from './bytes';
import type { FoundFile } from './found-files';

/** A file of a batch, as it is named to the server and sent. */
export interface BatchFile {
  readonly path: string;
  /** Set: it is not sent, and this is why. */
  readonly refusal?: ItemRefusal;
  readonly file: File;
  readonly sidecar: File | null;
}

/** True where the person is asked about one definition, as it comes in by itself. */
export function isOneDefinition(found: readonly FoundFile[]): boolean {
  if (found.some(({ path }) => path.includes('/') || isZipName(path))) return false;
  return pairFiles(found.map(({ file }) => file)).kind !== 'several';
}

/**
 * The files of a batch: definitions with the companions beside them, archives, and what is not taken, each with the
 * reason. Hidden files, which systems put there, are none. Only files that may be companions are read.
 */
export async function batchFiles(found: readonly FoundFile[]): Promise<BatchFile[]> {
  const seen = found.filter(({ path }) => !isHidden(path));
  const archives = seen.filter(({ path }) => isZipName(path));
  // What stands in a folder is not all meant; what was chosen by name is.
  const other = ({ path }: FoundFile) => path.includes('/') && !isDefinitionName(path) && !isZipName(path);
  const definitions = seen.filter((each) => !isZipName(each.path) && !other(each));
  const maybe = mayBeCompanions(definitions.map(({ path }) => path));
  const said = new Map<FoundFile, string | null>();
  for (const each of definitions) if (maybe.has(each.path)) said.set(each, await saidBy(each.file));
  const groups = groupFiles(definitions, (each) => said.get(each) ?? null);
  return [
    ...groups.map(ofGroup),
    ...archives.map(({ path, file }) => refusable({ path, file, sidecar: null }, judgeArchive(file))),
    ...seen.filter(other).map(({ path, file }) => refusable({ path, file, sidecar: null }, { reason: 'other_kind' })),
  ];
}

function ofGroup({ definition: { path, file }, sidecar, ambiguous }: FileGroup<FoundFile>): BatchFile {
  const refusal: ItemRefusal | null = ambiguous
    ? { reason: 'ambiguous_sidecar', values: { file: nameOf(ambiguous.path) } }
    : (judgeSize(file) ?? (sidecar && judgeSize(sidecar.file)));
  return refusable({ path, file, sidecar: sidecar?.file ?? null }, refusal);
}

function refusable(file: BatchFile, refusal: ItemRefusal | null): BatchFile {
  return refusal ? { ...file, path: shownPath(file.path), refusal } : file;
}

function judgeSize({ size }: File): ItemRefusal | null {
  return size <= MAX_DEFINITION_BYTES ? null : tooLarge('too_large', size, MAX_DEFINITION_BYTES);
}

function judgeArchive({ size }: File): ItemRefusal | null {
  return size <= MAX_UPLOAD_BYTES ? null : tooLarge('zip_too_large', size, MAX_UPLOAD_BYTES);
}

function tooLarge(reason: 'too_large' | 'zip_too_large', size: number, limit: number): ItemRefusal {
  return { reason, values: { size: megabytes(size), limit: megabytes(limit) } };
}

/** Null also where it cannot be read: the server will say so of it. */
async function saidBy(file: File): Promise<string | null> {
  if (file.size > MAX_DEFINITION_BYTES) return null;
  return file.text().then(saidCompanionOf, () => null);
}
