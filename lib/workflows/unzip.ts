import { crc32, inflateRawSync } from 'node:zlib';
import { MAX_DEFINITION_BYTES } from '@/lib/dialects/decode';
import { err, ok, type Result } from '@/lib/shared/result';
import { isZipName, judgePath, plainPath, shownPath } from './batch-files';
import type { ItemRefusal } from './batch-vocabulary';
import { packedBytes, readZipDirectory, type ZipEntry } from './zip-directory';

/** An archive with more entries is refused unread. */
export const MAX_ZIP_ENTRIES = 5_000;
/** What all entries of an archive may have together once they are unpacked: 100 MB. */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** A file of an archive. It is unpacked when it is asked for. */
export interface ZippedFile {
  /** Folders and name within the archive, with `/` between them. */
  readonly path: string;
  /** Set: it is not taken, whatever it holds. */
  readonly refusal: ItemRefusal | null;
  /** Its bytes, as many as the directory says and of the checksum that it says; else why not. */
  readonly read: () => Result<Uint8Array, ItemRefusal>;
}

/**
 * The files of a zip archive, each with the reason why it is not taken: a path that leads out of it, a link, another
 * archive, a password, too many bytes. Nothing is believed: not more is unpacked than the directory says, and together
 * not more than `MAX_UNPACKED_BYTES`. Refuses the whole where there is no directory, or more entries than may be.
 */
export function unzip(bytes: Uint8Array): Result<readonly ZippedFile[], ItemRefusal> {
  const entries = readZipDirectory(bytes);
  if (!entries) return err({ reason: 'zip_damaged' });
  if (entries.length > MAX_ZIP_ENTRIES)
    return err({ reason: 'zip_entries', values: { count: entries.length, limit: MAX_ZIP_ENTRIES } });
  const seen = new Map<string, number>();
  let unpacked = 0;
  const files = entries
    .filter(({ folder }) => !folder)
    .map((entry) => {
      let refusal = judgeEntry(entry);
      const path = refusal ? shownPath(entry.shown) : plainPath(entry.shown);
      const before = seen.get(path) ?? 0;
      if (!refusal && before > 0) refusal = { reason: 'name_twice' };
      if (!refusal && unpacked + entry.size > MAX_UNPACKED_BYTES)
        refusal = { reason: 'zip_total', values: { limit: MAX_UNPACKED_BYTES / MEGABYTE } };
      seen.set(path, before + 1);
      if (!refusal) unpacked += entry.size;
      return {
        path: before > 0 ? `${path} (${before + 1})` : path,
        refusal,
        read: () => (refusal ? err(refusal) : unpackEntry(bytes, entry)),
      };
    });
  return ok(files);
}

function judgeEntry({ name, shown, link, encrypted, method, size }: ZipEntry): ItemRefusal | null {
  if (name === null) return { reason: 'name_encoding' };
  const bad = judgePath(shown);
  if (bad) return { reason: bad };
  if (link) return { reason: 'link' };
  if (isZipName(shown)) return { reason: 'zip_in_zip' };
  if (encrypted) return { reason: 'encrypted' };
  if (method !== STORED && method !== DEFLATED) return { reason: 'packing' };
  return size > MAX_DEFINITION_BYTES ? tooLarge(size) : null;
}

function unpackEntry(bytes: Uint8Array, entry: ZipEntry): Result<Uint8Array, ItemRefusal> {
  const packed = packedBytes(bytes, entry);
  const content = packed && (entry.method === STORED ? packed : inflated(packed, entry.size));
  if (!content || content.length !== entry.size || crc32(content) !== entry.crc)
    return err({ reason: 'entry_damaged' });
  return ok(content);
}

/** Null: not deflated, or more than was said; nothing beyond that is unpacked. */
function inflated(packed: Uint8Array, size: number): Uint8Array | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return null;
  }
}

function tooLarge(size: number): ItemRefusal {
  const megabytes = (value: number) => Math.ceil((value / MEGABYTE) * 10) / 10;
  return { reason: 'too_large', values: { size: megabytes(size), limit: megabytes(MAX_DEFINITION_BYTES) } };
}
