import { isHidden } from '@/lib/workflows/batch-files';

/** A file that a person chose or dropped, with the folders that it was found in. */
export interface FoundFile {
  readonly path: string;
  readonly file: File;
}

/** Files of a file field; those of a chosen folder know their path. */
export function foundIn(files: Iterable<File>): FoundFile[] {
  return Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * What was dropped, with all that is in dropped folders; at most `limit` files and one more, which says that there are
 * too many. The items of an event are gone when it is over, so they are asked at once.
 */
export function foundInDrop(transfer: DataTransfer, limit: number): Promise<FoundFile[]> {
  const entries: FileSystemEntry[] = [];
  const plain: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory) entries.push(entry);
    else if (file) plain.push(file);
  }
  return walk(entries, foundIn(plain), limit);
}

async function walk(entries: readonly FileSystemEntry[], found: FoundFile[], limit: number): Promise<FoundFile[]> {
  const queue = [...entries];
  for (let entry = queue.shift(); entry && found.length <= limit; entry = queue.shift()) {
    // Folders of tools hold thousands of files that nobody means.
    if (isHidden(entry.name)) continue;
    if (isFolder(entry)) queue.push(...(await childrenOf(entry)));
    else if (isFile(entry)) {
      const file = await fileOf(entry);
      if (file) found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    }
  }
  return found;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Browsers hand a folder out in portions; an empty one is the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (portion.length === 0) return children.sort((a, b) => (a.name < b.name ? -1 : 1));
    children.push(...portion);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}
