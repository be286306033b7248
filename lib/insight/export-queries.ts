import { createHash } from 'node:crypto';
import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { type FileCertificate, withCertificates } from '@/lib/dialects/certificates';
import { sidecarName } from '@/lib/dialects/file-name';
import { certificatesOf, provableNow } from '@/lib/drills/proof-queries';
import { type CertificateStanding, certificateStanding } from '@/lib/drills/standing';
import { groupBy } from '@/lib/shared/group-by';
import { isJsonObject } from '@/lib/shared/json';
import type { FileToZip } from '@/lib/shared/zip-stream';
import { exportPaths, type NamedWorkflow } from '@/lib/workflows/export-names';
import { type ExportFile, exportWorkflow } from '@/lib/workflows/queries';

/** A file to take away, with what changes when it does. */
export interface TakenFile extends ExportFile {
  readonly tag: string;
}

/**
 * A workflow's definition byte for byte as it stands, or the file beside it: what its engine cannot say, and the
 * certificates that hold now. Null when there is none. A workflow whose own text says it all (failpath/v1) has such a
 * file for its certificates alone, since they are no part of what the platform runs.
 */
export async function exportFile(ctx: ReadCtx, id: string, part: 'definition' | 'sidecar'): Promise<TakenFile | null> {
  if (part === 'sidecar') return exportSidecar(ctx, id);
  const file = await exportWorkflow(ctx, id, part);
  return file && { ...file, tag: `${part}-${file.version}` };
}

async function exportSidecar(ctx: ReadCtx, id: string): Promise<TakenFile | null> {
  demand(ctx, 'read');
  if (!z.uuid().safeParse(id).success) return null;
  const workflow = await ctx.db.workflow.findUnique({
    where: { id },
    select: { key: true, fileName: true, version: true, sidecar: true },
  });
  if (!workflow) return null;
  const { key, fileName, version, sidecar } = workflow;
  const certificates = (await certificatesOfWorkflows(ctx, [id])).get(id) ?? [];
  const content = withCertificates(sidecar, { fileName, workflow: key }, certificates);
  if (content === null) return null;
  const tag = `sidecar-${version}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
  return { fileName: sidecarName(fileName), content, mediaType: 'application/yaml', version, tag };
}

/**
 * Every workflow's definition and the file beside it, each as `exportFile` gives it, in the order of their names and under
 * paths that no two share (`exportPaths`). A few workflows at a time are held; one that goes meanwhile is left out.
 */
export async function* exportAll(ctx: ReadCtx): AsyncGenerator<FileToZip> {
  demand(ctx, 'read');
  const named = await ctx.db.$queryRaw<NamedWorkflow[]>`
    select id, key, file_name as "fileName", left(ltrim(text, ${SPACES}), 1) as begins
    from workflow order by name, key, id`;
  const paths = exportPaths(named);
  for (let from = 0; from < named.length; from += WORKFLOWS_AT_ONCE) {
    const ids = named.slice(from, from + WORKFLOWS_AT_ONCE).map(({ id }) => id);
    const [workflows, certificates] = await Promise.all([
      ctx.db.workflow.findMany({
        where: { id: { in: ids } },
        select: { id: true, key: true, fileName: true, text: true, sidecar: true, updatedAt: true },
      }),
      certificatesOfWorkflows(ctx, ids),
    ]);
    const byId = new Map(workflows.map((workflow) => [workflow.id, workflow]));
    for (const id of ids) {
      const [workflow, path] = [byId.get(id), paths.get(id)];
      if (!workflow || !path) continue;
      const { key, fileName, text, sidecar, updatedAt: modified } = workflow;
      yield { path: path.definition, content: text, modified };
      const beside = withCertificates(sidecar, { fileName, workflow: key }, certificates.get(id) ?? []);
      if (beside !== null) yield { path: path.sidecar, content: beside, modified };
    }
  }
}
const WORKFLOWS_AT_ONCE = 20;
const SPACES = ' \t\r\n\uFEFF';

/** The certificates of workflows that hold now, by node, kind and target, in the order of each one's nodes. */
async function certificatesOfWorkflows(
  ctx: ReadCtx,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FileCertificate[]>> {
  const nodes = await ctx.db.node.findMany({
    where: { workflowId: { in: [...workflowIds] }, certificates: { some: {} } },
    orderBy: { position: 'asc' },
    select: { id: true, workflowId: true, nodeId: true, config: true, workflow: { select: { owner: true } } },
  });
  if (nodes.length === 0) return new Map();
  const asked = nodes.map(({ id, config, workflow }) => {
    return { id, config: isJsonObject(config) ? config : {}, workflowOwner: workflow.owner };
  });
  const [provable, certificates] = await Promise.all([
    provableNow(ctx, asked),
    certificatesOf(
      ctx,
      nodes.map(({ id }) => id),
    ),
  ]);
  const holding = nodes.flatMap(({ id, nodeId, workflowId }) => {
    const current = provable.get(id);
    if (current === undefined) return [];
    const standings = (certificates.get(id) ?? [])
      .map((each) => certificateStanding(each, current, ctx.now))
      .filter(({ voidedBy }) => voidedBy.length === 0);
    return toFile(nodeId, standings).map((certificate) => ({ workflowId, certificate }));
  });
  const groups = groupBy(holding, ({ workflowId }) => workflowId);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ certificate }) => certificate)]));
}

/** All of them hold, so they are for one policy and recipient. */
function toFile(node: string, holding: readonly CertificateStanding[]): FileCertificate[] {
  const groups = groupBy(holding, ({ certificate: { kind, target } }) => JSON.stringify([kind, target]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, target, policyHash: policy, recipient } = first.certificate;
    const drills = group.map(({ certificate: { drill, passedAt }, holdsUntil }) => {
      return { drill, passedAt, validUntil: holdsUntil };
    });
    return [{ node, kind, target, policy, recipient, drills }];
  });
}
