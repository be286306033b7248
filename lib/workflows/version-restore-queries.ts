import { type Ctx, demand } from '@/lib/accounts/context';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { dialectById } from '@/lib/dialects/registry';
import type { DefinitionText, Dialect, Loss, PolicyChange } from '@/lib/dialects/types';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { JsonObject } from '@/lib/shared/json';
import type { DiffFile } from './line-diff';
import { judgePolicy, stampWaiver } from './publish';
import { dialectIdSchema } from './schema';
import { nodeFiles, readVersion, type VersionReading } from './version-content';
import type { RestoreChange } from './version-restore';
import type { RestoreProblem } from './versions-commands';
import { type RestoreBasis, restoreBasis, type VersionHead } from './versions-store';

export interface RestoreNode {
  readonly rowId: string;
  readonly id: string;
  readonly name: string;
  readonly before: JsonObject;
  /** What would be published: a waiver bears the name of who restores it. */
  readonly after: JsonObject;
  readonly files: readonly DiffFile[];
  readonly losses: readonly Loss[];
  /** Who has a draft open on it, which stays. */
  readonly draft: { readonly by: string; readonly at: Date } | null;
  /** Why it cannot be restored; null = it can. */
  readonly problem: RestoreProblem | null;
}

export interface RestorePreview {
  readonly head: VersionHead;
  /** The workflow's version that this was worked out from. */
  readonly seenVersion: number;
  readonly owner: string | null;
  readonly nodes: readonly RestoreNode[];
  readonly same: number;
  readonly gone: readonly { readonly id: string; readonly name: string }[];
  readonly fresh: readonly { readonly id: string; readonly rowId: string; readonly name: string }[];
}

/** What restoring a version would change, node by node, without changing it; null when there is no such version. */
export async function previewRestore(
  ctx: Ctx,
  workflowId: string,
  { version, node }: { readonly version: number; readonly node: string | null },
): Promise<RestorePreview | null> {
  demand(ctx, 'read');
  const row = await ctx.db.workflow.findUnique({ where: { id: workflowId } });
  if (!row) return null;
  const { text, sidecar, fileName, owner } = row;
  const source = { text, sidecar, fileName };
  const basis = await restoreBasis(ctx.db, { id: workflowId, source }, version, node);
  if (!basis) return null;
  const { reading: _, ...head } = basis.then;
  const groups = await ctx.db.ownerGroup.findMany({ select: { slug: true } });
  const extra = await catalogueExtra(ctx.db);
  const judging = { inheritedOwner: owner, groups: new Set(groups.map(({ slug }) => slug)), extra };
  const judged = basis.plan.changes.map((change) => judge(ctx, change, judging));
  const dialect = dialectById(dialectIdSchema.parse(row.dialect));
  const tried = tryWriting(
    dialect,
    source,
    judged.flatMap(({ policy, change }) => (policy ? [{ nodeId: change.node.id, policy }] : [])),
  );
  const after = tried.written && readVersion({ ...source, ...tried.written }, new Map());
  return {
    head,
    seenVersion: row.version,
    owner,
    nodes: judged.map((each) => restoreNode(basis, each, tried, after)),
    same: basis.plan.same,
    gone: basis.plan.gone.map(({ id, name }) => ({ id, name })),
    fresh: basis.plan.fresh.map(({ id, rowId, name }) => ({ id, rowId, name })),
  };
}

interface JudgedChange {
  readonly change: RestoreChange;
  readonly document: JsonObject;
  readonly policy: PolicyChange['policy'] | null;
  readonly problem: RestoreProblem | null;
}

function judge(ctx: Ctx, change: RestoreChange, judging: Parameters<typeof judgePolicy>[2]): JudgedChange {
  const document = stampWaiver(ctx, change.after, change.before);
  if (change.engineRetryGone) return { change, document, policy: null, problem: { reason: 'engine_retry_gone' } };
  const judged = judgePolicy(document, change.before, judging);
  return judged.ok
    ? { change, document, policy: judged.value, problem: null }
    : { change, document, policy: null, problem: judged.error };
}

interface Tried {
  /** The definition with every change that it takes; null when it takes none. */
  readonly written: Pick<DefinitionText, 'text' | 'sidecar'> | null;
  readonly losses: readonly Loss[];
  /** Why the text does not take a change, by node_id. */
  readonly refused: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** Writes all changes that the text takes; those that it does not are found by halving. */
function tryWriting(dialect: Dialect, source: DefinitionText, changes: readonly PolicyChange[]): Tried {
  if (changes.length === 0) return { written: null, losses: [], refused: new Map() };
  const whole = dialect.write(source, changes);
  if (whole.ok) return { written: whole, losses: whole.losses, refused: new Map() };
  const refused = new Map<string, readonly Diagnostic[]>();
  const search = (part: readonly PolicyChange[], diagnostics: readonly Diagnostic[]): void => {
    const [first, ...others] = part;
    if (!first) return;
    if (others.length === 0) {
      refused.set(first.nodeId, diagnostics);
      return;
    }
    for (const half of halves(part)) {
      const result = dialect.write(source, half);
      if (!result.ok) search(half, result.diagnostics);
    }
  };
  search(changes, whole.diagnostics);
  const taken = changes.filter(({ nodeId }) => !refused.has(nodeId));
  const written = taken.length > 0 ? dialect.write(source, taken) : null;
  return written?.ok ? { written, losses: written.losses, refused } : { written: null, losses: [], refused };
}

function halves<T>(all: readonly T[]): readonly [readonly T[], readonly T[]] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
}

function restoreNode(
  { now, drafts }: RestoreBasis,
  { change, document, problem }: JudgedChange,
  { losses, refused }: Tried,
  after: VersionReading | null,
): RestoreNode {
  const { id, rowId, name } = change.node;
  const diagnostics = refused.get(id);
  const stands = problem ?? (diagnostics ? { reason: 'write_refused' as const, diagnostics } : null);
  return {
    ...{ rowId, id, name, before: change.before, after: document },
    files: stands === null && after ? nodeFiles(now, after, id) : [],
    losses: stands === null ? losses.filter((loss) => loss.nodeId === id) : [],
    draft: drafts.get(rowId) ?? null,
    problem: stands,
  };
}
