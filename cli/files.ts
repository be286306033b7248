import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sidecarName } from '@/lib/dialects/file-name';
import { pairFiles } from '@/lib/workflows/file-names';
import { CliError, EXIT, type Io } from './outcome';

/** A file as it was named on the command line, read. */
export interface InputFile {
  /** How messages name it. */
  readonly path: string;
  /** Without folders: what sidecars and workflows are named after. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A definition and the file beside it that keeps what its engine cannot say. */
export interface Definition {
  readonly file: InputFile;
  readonly sidecar: InputFile | null;
}

export interface SidecarOptions {
  /** A path, or false for none; absent = the one beside the definition, where there is one. */
  readonly sidecar?: string | boolean | undefined;
}

/** Reads a file, or standard input for `-` (then `name` names it). Throws CliError when it cannot be read. */
export async function readInput(io: Io, file: string, name = 'stdin'): Promise<InputFile> {
  if (file === '-')
    return { path: name === 'stdin' ? '<stdin>' : name, name: path.basename(name), bytes: await io.stdin() };
  try {
    return { path: file, name: path.basename(file), bytes: await readFile(file) };
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Reads one definition with its sidecar: the one that is named, else the one that stands beside it. */
export async function readDefinitionFile(
  io: Io,
  file: string,
  { sidecar }: SidecarOptions,
  name?: string,
): Promise<Definition> {
  const read = await readInput(io, file, name);
  if (sidecar === false) return { file: read, sidecar: null };
  if (typeof sidecar === 'string') return { file: read, sidecar: await readInput(io, sidecar) };
  return { file: read, sidecar: file === '-' ? null : await sidecarBeside(file) };
}

/**
 * Reads many files: each sidecar among them goes with its definition, and so does one that stands beside a
 * definition without being named. What has no definition among them is judged by itself.
 */
export async function readDefinitionFiles(
  io: Io,
  files: readonly string[],
  options: SidecarOptions & { readonly name?: string | undefined },
): Promise<Definition[]> {
  const unique = [...new Set(files)];
  const read = await Promise.all(unique.map((file) => readInput(io, file, options.name)));
  const sidecars = new Map<InputFile, InputFile>();
  for (const definition of read)
    for (const other of read) if (isPair(definition, other)) sidecars.set(definition, other);
  const taken = new Set(sidecars.values());
  return Promise.all(
    read
      .filter((file) => !taken.has(file))
      .map(async (file) => {
        if (options.sidecar === false) return { file, sidecar: null };
        const named = sidecars.get(file);
        const alone = file.path === '<stdin>' || !unique.includes(file.path);
        return { file, sidecar: named ?? (alone ? null : await sidecarBeside(file.path)) };
      }),
  );
}

function isPair(definition: InputFile, other: InputFile): boolean {
  if (definition === other || path.dirname(definition.path) !== path.dirname(other.path)) return false;
  const pairing = pairFiles([definition, other]);
  return pairing.kind === 'pair' && pairing.definition === definition && pairing.sidecar === other;
}

async function sidecarBeside(file: string): Promise<InputFile | null> {
  const beside = path.join(path.dirname(file), sidecarName(path.basename(file)));
  if (path.resolve(beside) === path.resolve(file)) return null;
  for (const candidate of [beside, beside.replace(/\.yaml$/, '.yml')]) {
    try {
      return { path: candidate, name: path.basename(candidate), bytes: await readFile(candidate) };
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw unreadable(candidate, error);
    }
  }
  return null;
}

function unreadable(file: string, error: unknown): CliError {
  const message = `${file} cannot be read: ${reasonOf(error)}`;
  return new CliError(message, { exit: EXIT.wrongUse, code: 'unreadable', more: { file }, cause: error });
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'it is not ours to read';
  return code ?? 'unknown reason';
}

/** The code of an error of the file system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
