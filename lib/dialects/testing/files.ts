import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DefinitionText } from '../types';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Workflow files of a folder below the repository's root, with their names. */
export function filesOf(folder: string): readonly DefinitionText[] {
  const names = readdirSync(path.join(ROOT, folder)).filter((name) => /\.(?:json|ya?ml)$/.test(name));
  return names.map((fileName) => ({
    fileName,
    sidecar: null,
    text: readFileSync(path.join(ROOT, folder, fileName), 'utf8'),
  }));
}

/** One file by its path below the repository's root. */
export function fileOf(file: string): DefinitionText {
  return { fileName: path.basename(file), sidecar: null, text: readFileSync(path.join(ROOT, file), 'utf8') };
}

/** The lines that differ: how many stay at the beginning and at the end, and what is between. */
export function changedLines(before: string, after: string) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return {
    firstLine: head + 1,
    lastLine: a.length - tail,
    removed: a.slice(head, a.length - tail),
    added: b.slice(head, b.length - tail),
  };
}
