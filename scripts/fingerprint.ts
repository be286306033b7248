import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from './child-process';

/**
 * A hash over files and folders of the project (names and contents); folders are read whole.
 * What does not exist counts as empty, so that its appearing changes the hash.
 */
export async function fingerprint(entries: readonly string[], skip: (file: string) => boolean): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of entries) {
    for (const file of await listFiles(entry)) {
      if (skip(file)) continue;
      hash
        .update(`${file}\0`)
        .update(await readFile(path.join(projectRoot, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function listFiles(entry: string): Promise<string[]> {
  const full = path.join(projectRoot, entry);
  try {
    const found = await readdir(full, { recursive: true, withFileTypes: true });
    return found
      .filter((file) => file.isFile())
      .map((file) => path.relative(projectRoot, path.join(file.parentPath, file.name)).replaceAll(path.sep, '/'))
      .sort();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') return [entry];
    throw error;
  }
}
