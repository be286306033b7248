import { createHash } from 'node:crypto';
import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { type FileCertificate, withCertificates } from '@/lib/dialects/certificates';
import { sidecarName } from '@/lib/dialects/file-name';
import { certificatesOf, provableNow } from '@/lib/drills/proof-queries';
import { type CertificateStanding, certificateStanding } from '@/lib/drills/standing';
import { groupBy } from '@/lib/shared/group-by';
import { isJsonObject } from '@/lib/shared/json';
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
  const content = withCertificates(sidecar, { fileName, workflow: key }, await certificatesOfWorkflow(ctx, id));
  if (content === null) return null;
  const tag = `sidecar-${version}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
  return { fileName: sidecarName(fileName), content, mediaType: 'application/yaml', version, tag };
}

/** The certificates of a workflow that hold now, by node, kind and target, in the order of its nodes. */
async function certificatesOfWorkflow(ctx: ReadCtx, workflowId: string): Promise<FileCertificate[]> {
  const nodes = await ctx.db.node.findMany({
    where: { workflowId, certificates: { some: {} } },
    orderBy: { position: 'asc' },
    select: { id: true, nodeId: true, config: true, workflow: { select: { owner: true } } },
  });
  if (nodes.length === 0) return [];
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
  return nodes.flatMap(({ id, nodeId }) => {
    const current = provable.get(id);
    if (current === undefined) return [];
    const holding = (certificates.get(id) ?? [])
      .map((each) => certificateStanding(each, current, ctx.now))
      .filter(({ voidedBy }) => voidedBy.length === 0);
    return toFile(nodeId, holding);
  });
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
