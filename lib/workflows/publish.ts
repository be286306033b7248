import { type Ctx, demand } from '@/lib/accounts/context';
import { mayPublishFor, mayWaive } from '@/lib/accounts/permissions';
import { record } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/client';
import { takeNodeText } from '@/lib/dialects/node-sides';
import { dialectById } from '@/lib/dialects/registry';
import type { DefinitionText, Loss, PolicyChange } from '@/lib/dialects/types';
import { type NodeRowId, nodeRowIdSchema, workflowIdSchema } from '@/lib/model/ids';
import type { WorkflowDefinition } from '@/lib/model/workflow';
import { effectiveOwner } from '@/lib/owners/effective-owner';
import { checkPolicy } from '@/lib/policy/check';
import { policyPart, sameJson } from '@/lib/policy/document';
import { setAt, valueAt } from '@/lib/policy/edit';
import { readPolicy } from '@/lib/policy/read';
import type { NodePolicy } from '@/lib/policy/schema';
import { type Diagnostic, hasErrors } from '@/lib/shared/diagnostic';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { err, ok, type Result } from '@/lib/shared/result';
import { type Origin, type PublishedNode, publicationRecord } from './publish-audit';
import { type ChangedBeside, changedBeside, foreignBeside } from './publish-shared-queries';
import type { PublishInput, PublishManyInput } from './schema';
import { configsOf, definitionOf, fromJsonColumn, type LockedWorkflow, syncNodes } from './store';
import { publishing, setThere, type ThereRefusal } from './write-back';

/** Why one node's policy is not published; the tables of its platform may not take it either. */
export type PublishRefusal = NodeProblem | ThereRefusal;

export type NodeProblem =
  | { readonly reason: 'not_found' }
  /** Somebody else published this node meanwhile: what holds now, and since which version. */
  | { readonly reason: 'conflict'; readonly published: JsonObject; readonly version: number }
  /** The policy does not hold; each diagnostic names its place and remedy. */
  | { readonly reason: 'policy_invalid'; readonly diagnostics: readonly Diagnostic[] }
  /** The workflow's text cannot take it; nothing was written. */
  | { readonly reason: 'write_refused'; readonly diagnostics: readonly Diagnostic[] }
  /** The node belongs to a group (slug) that the person is no member of. */
  | { readonly reason: 'not_owner'; readonly owner: string }
  /** Only the group that owns the node may waive its idempotency gate; null: it has no owner yet. */
  | { readonly reason: 'waiver_not_owner'; readonly owner: string | null }
  /** It shares a definition with nodes of a group (slug) that the person is no member of. */
  | { readonly reason: 'shared_not_owner'; readonly owner: string; readonly nodes: readonly string[] }
  | { readonly reason: 'unchanged' };

export interface Published {
  readonly workflowVersion: number;
  readonly nodeVersion: number;
  readonly losses: readonly Loss[];
}

/** One node's part in a publication of several. */
export interface NodeRefusal {
  readonly nodeRowId: NodeRowId;
  readonly refusal: NodeProblem;
}

export type PublishManyRefusal =
  | { readonly reason: 'not_found' }
  /** Nothing was written; each node that stands in the way says why. */
  | { readonly reason: 'refused'; readonly nodes: readonly NodeRefusal[] }
  /** The text takes each policy by itself, but not all together; nothing was written. */
  | { readonly reason: 'write_refused'; readonly diagnostics: readonly Diagnostic[] }
  /** The tables of its platform do not take it; nothing was published. */
  | ThereRefusal
  | { readonly reason: 'unchanged' };

export interface PublishedMany {
  readonly workflowVersion: number;
  /** The nodes whose config changed, and the version that it has now. */
  readonly nodes: readonly { readonly nodeRowId: NodeRowId; readonly version: number }[];
  readonly losses: readonly Loss[];
}

/**
 * Publishes one node's policy: definition text, sidecar, every node's config, the version history
 * and the end of the draft in one transaction, against the version that the person started from; before that, the
 * node's config in the tables of its platform.
 */
export async function publishPolicy(ctx: Ctx, input: PublishInput): Promise<Result<Published, PublishRefusal>> {
  demand(ctx, 'policy.publish');
  const found = await ctx.db.node.findUnique({ where: { id: input.nodeRowId }, select: { workflowId: true } });
  if (!found) return err({ reason: 'not_found' });
  const { note, ...policy } = input;
  const published = await publishPolicies(ctx, {
    workflowId: workflowIdSchema.parse(found.workflowId),
    policies: [policy],
    note,
  });
  if (!published.ok) {
    const { error } = published;
    return err(error.reason === 'refused' ? (error.nodes[0]?.refusal ?? { reason: 'not_found' }) : error);
  }
  const { workflowVersion, nodes, losses } = published.value;
  return ok({ workflowVersion, nodeVersion: nodes[0]?.version ?? input.baseVersion, losses });
}

/**
 * Publishes the policies of several nodes of one workflow as one version: all of them or none. Each
 * is held against the version that the person saw of that node; those that change nothing are left
 * out.
 */
export async function publishPolicies(
  ctx: Ctx,
  input: PublishManyInput,
): Promise<Result<PublishedMany, PublishManyRefusal>> {
  demand(ctx, 'policy.publish');
  return publishing(ctx, input.workflowId, (db, workflow) => publishLocked(ctx, db, workflow, input));
}

/**
 * `publishPolicies` within `publishing`. Where the workflow is one of a connected platform, its own tables are set
 * first, and both hold or neither. When it brings an earlier version
 * back, that is kept with the new one, and drafts stay, since they are not what was published.
 */
export async function publishLocked(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  input: PublishManyInput,
  origin: Origin = { kind: 'drafts' },
): Promise<Result<PublishedMany, PublishManyRefusal>> {
  demand(ctx, 'policy.publish');
  const judged = await judgeAll(ctx, db, workflow, input);
  if (!judged.ok) return judged;
  const { changes, typed, judging } = judged.value;
  if (changes.length === 0) return err({ reason: 'unchanged' });
  const written = dialectById(workflow.dialect).write(typed, changes);
  if (!written.ok) return err(refusedWrite({ ...workflow, source: typed }, changes, written.diagnostics));
  const { text, sidecar } = written;
  const definition = definitionOf(workflow.dialect, { ...workflow.source, text, sidecar });
  const ids = changes.map(({ nodeId }) => nodeId);
  const beside = await changedBeside(db, workflow.id, definition, ids);
  const foreign = foreignBeside(ctx.actor, beside, (owner) => owningGroup(owner, judging));
  if (foreign) {
    const refusal = { ...foreign, reason: 'shared_not_owner' as const };
    return err({ reason: 'refused', nodes: changes.map(({ nodeRowId }) => ({ nodeRowId, refusal })) });
  }
  const texts = changes.flatMap(({ nodeId, textTyped }) => (textTyped ? [nodeId] : []));
  const restoredFrom = origin.kind === 'restore' ? origin.version : null;
  const rows = await setThere(ctx, db, workflow, text, async () => {
    const stored = await storePublication(ctx, db, { ...workflow, definition }, written, {
      ...{ ...input, restoredFrom, texts },
    });
    const { note } = input;
    const nodes = publishedNodes([...changes, ...beside.map(broughtAlong)], definition);
    await record(ctx, db, publicationRecord({ workflow, origin, note, nodes }));
    return stored;
  });
  const nodes = rows.map(({ nodeRowId, version }) => ({ nodeRowId, version }));
  return ok({ workflowVersion: workflow.version + 1, nodes, losses: written.losses });
}

type JudgedChange = PolicyChange & {
  readonly nodeRowId: NodeRowId;
  readonly textTyped: boolean;
  readonly replaceEngineRetry: boolean;
  /** The policy that held until now. */
  readonly published: JsonObject;
};

interface Judged {
  readonly changes: readonly JudgedChange[];
  /** The definition with the nodes' own texts in it, as they were typed. */
  readonly typed: DefinitionText;
  readonly judging: Judging;
}

/** Every policy that changes something and may be published; or, of all, those that may not, and why. */
async function judgeAll(
  ctx: Ctx,
  db: Tx,
  workflow: LockedWorkflow,
  { policies }: PublishManyInput,
): Promise<Result<Judged, PublishManyRefusal>> {
  const rows = await db.node.findMany({
    where: { workflowId: workflow.id, id: { in: policies.map(({ nodeRowId }) => nodeRowId) } },
    select: { id: true, nodeId: true, version: true, config: true },
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const groups = await db.ownerGroup.findMany({ select: { slug: true } });
  const judging = { inheritedOwner: workflow.owner, groups: new Set(groups.map(({ slug }) => slug)) };
  const changes: JudgedChange[] = [];
  const refused: NodeRefusal[] = [];
  let typed = workflow.source;
  for (const { nodeRowId, document, baseVersion, replaceEngineRetry, copyShared, text = null } of policies) {
    const row = rowOf.get(nodeRowId);
    const refuse = (refusal: NodeProblem) => refused.push({ nodeRowId, refusal });
    if (!row) {
      refuse({ reason: 'not_found' });
      continue;
    }
    const published = policyPart(fromJsonColumn(row.config));
    if (row.version !== baseVersion) {
      refuse({ reason: 'conflict', published, version: row.version });
      continue;
    }
    const owner = owningGroup(fromJsonColumn(row.config).owner, judging);
    if (owner !== null && !mayPublishFor(ctx.actor, owner)) {
      refuse({ reason: 'not_owner', owner });
      continue;
    }
    const { nodeId } = row;
    const taken = takeNodeText(typed, workflow.dialect, { nodeId, text });
    const textTyped = taken.source.text !== typed.text;
    if (sameJson(document, published) && !replaceEngineRetry && !textTyped && !copyShared) continue;
    if (taken.diagnostics.length > 0) {
      refuse({ reason: 'write_refused', diagnostics: taken.diagnostics });
      continue;
    }
    typed = taken.source;
    const judged = judgePolicy(stampWaiver(ctx, document, published), published, judging);
    const ownerThen = owningGroup(document.owner, judging);
    if (judged.ok && hasNewWaiver(document, published) && !mayWaive(ctx.actor, ownerThen)) {
      refuse({ reason: 'waiver_not_owner', owner: ownerThen });
      continue;
    }
    if (!judged.ok) refuse(judged.error);
    else {
      const policy = judged.value;
      changes.push({ nodeRowId, nodeId, policy, replaceEngineRetry, copyShared, textTyped, published });
    }
  }
  return refused.length > 0 ? err({ reason: 'refused', nodes: refused }) : ok({ changes, typed, judging });
}

/** Which of the nodes the text refuses: each is tried by itself, since a write says no to all or none. */
function refusedWrite(
  workflow: LockedWorkflow,
  changes: readonly JudgedChange[],
  diagnostics: readonly Diagnostic[],
): PublishManyRefusal {
  const { write } = dialectById(workflow.dialect);
  const nodes = changes.flatMap((change): NodeRefusal[] => {
    const alone = write(workflow.source, [change]);
    if (alone.ok) return [];
    return [{ nodeRowId: change.nodeRowId, refusal: { reason: 'write_refused', diagnostics: alone.diagnostics } }];
  });
  return nodes.length > 0 ? { reason: 'refused', nodes } : { reason: 'write_refused', diagnostics };
}

/**
 * A waiver that is new bears the name of who publishes it and the time; nobody signs for another.
 * That holds for one that is brought back too: whoever restores it vouches for it now.
 */
export function stampWaiver(ctx: Ctx, document: JsonObject, published: JsonObject): JsonObject {
  const waiver = valueAt(document, ['retry', 'waiver']);
  if (!isJsonObject(waiver) || !hasNewWaiver(document, published)) return document;
  return setAt(document, ['retry', 'waiver'], { ...waiver, by: ctx.actor.name, at: ctx.now.toISOString() });
}

/** True when the document waives the idempotency gate otherwise than what is published. */
export function hasNewWaiver(document: JsonObject, published: JsonObject): boolean {
  const waiver = valueAt(document, ['retry', 'waiver']);
  return isJsonObject(waiver) && !sameJson(waiver, valueAt(published, ['retry', 'waiver']));
}

/** The group (slug) that a node with this `owner` belongs to. One that nobody made owns nothing. */
export function owningGroup(owner: unknown, { inheritedOwner, groups }: Judging): string | null {
  const effective = effectiveOwner(owner, inheritedOwner);
  return effective && groups.has(effective.slug) ? effective.slug : null;
}

/** Against what a policy is judged: who owns the workflow, and the slugs of all owner groups. */
export interface Judging {
  readonly inheritedOwner: string | null;
  readonly groups: ReadonlySet<string>;
}

/** Reads and checks a policy as for publishing: schema, cross-field rules, and that its groups exist. */
export function judgePolicy(
  document: JsonObject,
  published: JsonObject,
  { inheritedOwner, groups }: Judging,
): Result<NodePolicy, NodeProblem> {
  const { policy, diagnostics } = readPolicy(document);
  const checked = policy
    ? [...checkPolicy(policy, { inheritedOwner }), ...unknownGroups(policy, published, groups)]
    : [];
  const all = [...diagnostics, ...checked];
  if (!policy || hasErrors(all)) return err({ reason: 'policy_invalid', diagnostics: all });
  return ok(policy);
}

/** Groups that nobody made tell nobody: refused, unless the file already said so. */
function unknownGroups(policy: NodePolicy, published: JsonObject, groups: ReadonlySet<string>): Diagnostic[] {
  const named = [
    { slug: policy.owner, path: ['owner'] },
    { slug: policy.onExhausted?.notify, path: ['onExhausted', 'notify'] },
  ];
  const unknown = named.filter(({ slug }) => slug !== undefined && !groups.has(slug));
  if (unknown.length === 0) return [];
  const said = readPolicy(published).policy;
  return unknown.flatMap(({ slug, path }): Diagnostic[] => {
    if (slug === undefined) return [];
    const before = path[0] === 'owner' ? said?.owner : said?.onExhausted?.notify;
    return [{ code: 'owner_unknown', severity: slug === before ? 'warning' : 'error', path, values: { slug } }];
  });
}

/** A node as a publication left it. */
interface StoredNode {
  readonly nodeRowId: NodeRowId;
  readonly version: number;
}

/** What the audit tells of a node before it was published. */
type Before = Pick<JudgedChange, 'nodeId' | 'published' | 'textTyped' | 'replaceEngineRetry'> & {
  readonly nodeRowId: string;
};

/** A node that nobody wrote on: it goes by the same definition. */
function broughtAlong({ nodeRowId, nodeId, published }: ChangedBeside): Before {
  return { nodeRowId, nodeId, published: policyPart(published), textTyped: false, replaceEngineRetry: false };
}

/** The nodes that a publication changed, as the audit tells of them, in the order of the workflow. */
function publishedNodes(changes: readonly Before[], { nodes }: WorkflowDefinition): PublishedNode[] {
  const changeOf = new Map(changes.map((change) => [change.nodeId, change]));
  return nodes.flatMap(({ id, config: after }) => {
    const change = changeOf.get(id);
    if (!change) return [];
    const { nodeRowId, nodeId, published: before, textTyped, replaceEngineRetry } = change;
    return [{ nodeRowId, nodeId, before, after, textTyped, replaceEngineRetry }];
  });
}

async function storePublication(
  ctx: Ctx,
  db: Tx,
  { definition, ...workflow }: LockedWorkflow & { readonly definition: WorkflowDefinition },
  { text, sidecar }: { readonly text: string; readonly sidecar: string | null },
  {
    policies,
    note,
    restoredFrom,
    texts,
  }: PublishManyInput & { readonly restoredFrom: number | null; readonly texts: readonly string[] },
): Promise<readonly StoredNode[]> {
  const configs = await syncNodes(db, workflow.id, definition, ctx.now);
  const onlyText = texts.filter((nodeId) => !configs.includes(nodeId));
  await raiseVersions(db, workflow.id, onlyText);
  const changed = [...configs, ...onlyText];
  const version = workflow.version + 1;
  await db.workflow.update({ where: { id: workflow.id }, data: { text, sidecar, version, updatedAt: ctx.now } });
  await db.workflowVersion.create({
    data: {
      workflowId: workflow.id,
      version,
      text,
      sidecar,
      configs: configsOf(definition),
      changed,
      note: note || null,
      restoredFrom,
      publishedBy: ctx.actor.name,
      publishedAt: ctx.now,
    },
  });
  const nodeRowIds = policies.map(({ nodeRowId }) => nodeRowId);
  const settled = restoredFrom === null ? nodeRowIds : await draftsThatSayTheSame(db, nodeRowIds);
  await db.nodeDraft.deleteMany({ where: { nodeRowId: { in: [...settled] } } });
  const rows = await db.node.findMany({
    where: { workflowId: workflow.id, id: { in: nodeRowIds } },
    select: { id: true, version: true },
    orderBy: { position: 'asc' },
  });
  return rows.map(({ id, version: nodeVersion }) => ({ nodeRowId: nodeRowIdSchema.parse(id), version: nodeVersion }));
}

/** Comments and layout are a version of the node too: who writes on it meanwhile is told of them. */
async function raiseVersions(db: Tx, workflowId: string, nodeIds: readonly string[]): Promise<void> {
  if (nodeIds.length === 0) return;
  const where = { workflowId, nodeId: { in: [...nodeIds] } };
  await db.node.updateMany({ where, data: { version: { increment: 1 } } });
}

/** Drafts that hold nothing beyond what their node's config says now. */
async function draftsThatSayTheSame(db: Tx, nodeRowIds: readonly string[]): Promise<readonly string[]> {
  const drafts = await db.nodeDraft.findMany({
    where: { nodeRowId: { in: [...nodeRowIds] }, text: null, replaceEngineRetry: false },
    select: { nodeRowId: true, document: true, node: { select: { config: true } } },
  });
  return drafts
    .filter(({ document, node }) => sameJson(document, policyPart(fromJsonColumn(node.config))))
    .map(({ nodeRowId }) => nodeRowId);
}
