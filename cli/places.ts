import { sidecarName } from '@/lib/dialects/file-name';
import { dialectById } from '@/lib/dialects/registry';
import type { DefinitionText, DialectId } from '@/lib/dialects/types';
import type { NodeDefinition } from '@/lib/model/workflow';
import type { Diagnostic, Place } from '@/lib/shared/diagnostic';

/** A diagnostic with the place of what it speaks of, and which of both texts that is a place in. */
export interface Placed {
  readonly diagnostic: Diagnostic;
  readonly inSidecar: boolean;
}

type Path = NonNullable<Diagnostic['path']>;
type Find = (path: Path) => { readonly place: Place; readonly inSidecar: boolean } | null;

/** Each look for a place reads the text again: beyond so many nodes, the node's first line has to do. */
const MAX_LOCATED = 100;

/**
 * Gives each diagnostic that has none the place of what it speaks of: in the definition, else in the sidecar,
 * else where its node begins. What is missing stands nowhere; the nearest thing that would hold it does.
 */
export function placeDiagnostics(
  source: DefinitionText,
  dialect: DialectId | null,
  nodes: readonly NodeDefinition[],
  found: readonly Diagnostic[],
): Placed[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const finders = new Map<string, Find>();
  return found.map((diagnostic) => {
    const node = byId.get(diagnostic.nodeId ?? '');
    if (diagnostic.place || !node || dialect === null) return { diagnostic, inSidecar: false };
    const find = finders.get(node.id) ?? (finders.size < MAX_LOCATED ? finderOf(source, dialect, node.id) : () => null);
    finders.set(node.id, find);
    const { place, inSidecar } = nearest(find, diagnostic.path ?? []) ?? { place: node.place, inSidecar: false };
    return { diagnostic: { ...diagnostic, place }, inSidecar };
  });
}

function nearest(find: Find, path: Path): ReturnType<Find> {
  for (let rest = path; rest.length > 0; rest = rest.slice(0, -1)) {
    const found = find(rest);
    if (found) return found;
  }
  return null;
}

function finderOf(source: DefinitionText, dialect: DialectId, nodeId: string): Find {
  const definition = dialectById(dialect).locate(source, { nodeId });
  const { sidecar, fileName } = source;
  const beside =
    sidecar === null
      ? null
      : // A sidecar is written as canonical definitions are.
        dialectById('failpath').locate({ text: sidecar, sidecar: null, fileName: sidecarName(fileName) }, { nodeId });
  return (path) => {
    const own = definition?.place(path);
    if (own) return { place: own, inSidecar: false };
    const other = beside?.place(path);
    return other ? { place: other, inSidecar: true } : null;
  };
}
