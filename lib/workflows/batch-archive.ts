import { err, ok, type Result } from '@/lib/shared/result';
import { groupFiles, isDefinitionName, isHidden, nameOf, saidCompanionOf } from './batch-files';
import type { ItemRefusal } from './batch-vocabulary';
import { unzip, type ZippedFile } from './unzip';

/** A file of an archive as an item of a batch. */
export interface ItemRow {
  /** Behind the name of the archive. */
  readonly path: string;
  readonly state: 'received' | 'refused' | 'skipped';
  readonly refusal?: ItemRefusal;
  readonly content?: Uint8Array;
  readonly sidecar?: Uint8Array | null;
}

/**
 * The files of an archive, definitions with their companions; `rows` unpacks them one after the other. What cannot be
 * taken is a row too, with the reason. Hidden files, which systems put there, are none.
 */
export function zipRows(
  archive: string,
  bytes: Uint8Array,
): Result<{ readonly length: number; readonly rows: () => Iterable<ItemRow> }, ItemRefusal> {
  const unzipped = unzip(bytes);
  if (!unzipped.ok) return unzipped;
  const files = unzipped.value.filter(({ path }) => !isHidden(path));
  if (files.length === 0) return err({ reason: 'empty' });
  const refused = files.filter(({ refusal }) => refusal !== null);
  const others = files.filter(({ path, refusal }) => refusal === null && !isDefinitionName(path));
  const groups = groupFiles(
    files.filter(({ path, refusal }) => refusal === null && isDefinitionName(path)),
    companionOf,
  );
  const rows = function* (): Iterable<ItemRow> {
    for (const { path, refusal } of refused) if (refusal) yield refusedRow(archive, path, refusal);
    for (const { path } of others)
      yield { path: `${archive}/${path}`, state: 'skipped', refusal: { reason: 'other_kind' } };
    for (const group of groups) yield groupRow(archive, group);
  };
  return ok({ length: refused.length + others.length + groups.length, rows });
}

function groupRow(
  archive: string,
  { definition, sidecar, ambiguous }: ReturnType<typeof groupFiles<ZippedFile>>[number],
): ItemRow {
  const { path } = definition;
  if (ambiguous)
    return refusedRow(archive, path, { reason: 'ambiguous_sidecar', values: { file: nameOf(ambiguous.path) } });
  const content = definition.read();
  if (!content.ok) return refusedRow(archive, path, content.error);
  const companion = sidecar?.read() ?? ok(null);
  if (!companion.ok) return refusedRow(archive, path, companion.error);
  return { path: `${archive}/${path}`, state: 'received', content: content.value, sidecar: companion.value };
}

function refusedRow(archive: string, path: string, refusal: ItemRefusal): ItemRow {
  return { path: `${archive}/${path}`, state: 'refused', refusal };
}

function companionOf(file: ZippedFile): string | null {
  const read = file.read();
  return read.ok ? saidCompanionOf(new TextDecoder().decode(read.value)) : null;
}
