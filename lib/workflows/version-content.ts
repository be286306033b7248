import { sidecarName } from '@/lib/dialects/file-name';
import { readDefinition } from '@/lib/dialects/registry';
import { readSidecar } from '@/lib/dialects/sidecar';
import type { DefinitionText } from '@/lib/dialects/types';
import type { JsonObject } from '@/lib/shared/json';
import { type DiffFile, diffFile, lineSlice, moveHunks } from './line-diff';
import type { VersionContent } from './version-diff';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a version says, with its files and where in them each node stands. */
export interface VersionReading extends VersionContent {
  readonly source: DefinitionText;
  readonly places: ReadonlyMap<string, Range>;
  readonly sidecarPlaces: ReadonlyMap<string, Range>;
}

/**
 * Reads a version from its text. `configs` (node_id → config, kept when it was published) is what was in
 * force; the text adds names, order and owner. A text that can no longer be read leaves the configs alone.
 */
export function readVersion(source: DefinitionText, configs: ReadonlyMap<string, JsonObject>): VersionReading {
  const { workflow } = readDefinition(source);
  const listed = workflow?.nodes ?? [];
  const known = new Set(listed.map((node) => node.id));
  const unlisted = [...configs].filter(([id]) => !known.has(id));
  return {
    source,
    name: workflow?.name ?? '',
    owner: workflow?.owner ?? null,
    nodes: [
      ...listed.flatMap(({ id, name, engineRetry }) => {
        const config = configs.get(id);
        return config ? [{ id, name, engineRetry, config }] : [];
      }),
      ...unlisted.map(([id, config]) => ({ id, name: id, engineRetry: [], config })),
    ],
    places: new Map(listed.map(({ id, place }) => [id, place])),
    sidecarPlaces: placesInSidecar(source),
  };
}

/** Lines that differ between two versions, by file; files without any are left out. */
export function versionFiles(before: DefinitionText, after: DefinitionText): DiffFile[] {
  return filled([
    diffFile(after.fileName, before.text, after.text),
    diffFile(sidecarName(after.fileName), before.sidecar ?? '', after.sidecar ?? ''),
  ]);
}

/** The same for the lines of one node only, numbered as in the whole files. */
export function nodeFiles(before: VersionReading, after: VersionReading, nodeId: string): DiffFile[] {
  const { fileName } = after.source;
  return filled([
    sliceDiff(fileName, [before.source.text, before.places.get(nodeId)], [after.source.text, after.places.get(nodeId)]),
    sliceDiff(
      sidecarName(fileName),
      [before.source.sidecar ?? '', before.sidecarPlaces.get(nodeId)],
      [after.source.sidecar ?? '', after.sidecarPlaces.get(nodeId)],
    ),
  ]);
}

type Slice = readonly [text: string, range: Range | undefined];

function sliceDiff(name: string, before: Slice, after: Slice): DiffFile {
  const [old, next] = [slice(before), slice(after)];
  return moveHunks(diffFile(name, old.text, next.text), old.line, next.line);
}

function slice([text, range]: Slice): { readonly text: string; readonly line: number } {
  return range ? lineSlice(text, range) : { text: '', line: 1 };
}

function filled(files: readonly DiffFile[]): DiffFile[] {
  return files.filter((file) => file.hunks.length > 0);
}

function placesInSidecar({ sidecar, fileName }: DefinitionText): Map<string, Range> {
  const nodes = readSidecar(sidecar, fileName).sidecar?.document.nodes ?? [];
  return new Map(nodes.map(({ id, item }) => [id, { start: item.start, end: item.value.end }]));
}
