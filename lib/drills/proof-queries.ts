import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import { readPolicy } from '@/lib/policy/read';
import { recipientOf } from '@/lib/policy/recipient';
import { groupBy } from '@/lib/shared/group-by';
import type { JsonObject } from '@/lib/shared/json';
import { policyHash } from './proof';
import { routeHashes } from './route-store';
import type { Certificate, Provable } from './standing';
import { CERTIFICATE_KINDS, DRILLS } from './vocabulary';

/** What is asked of a node to say what a certificate of now would hold for. */
export interface ProvableNode {
  readonly id: string;
  readonly config: JsonObject;
  readonly workflowOwner: string | null;
}

/** What a certificate of each node (by row id) would hold for now. One query, whatever the number. */
export async function provableNow(
  ctx: ReadCtx,
  nodes: readonly ProvableNode[],
): Promise<ReadonlyMap<string, Provable>> {
  demand(ctx, 'read');
  const told = nodes.map(({ id, config, workflowOwner }) => {
    const recipient = recipientOf(readPolicy(config).policy ?? {}, workflowOwner);
    return { id, policyHash: policyHash(config), recipient };
  });
  const hashOf = await routeHashes(
    ctx.db,
    told.flatMap(({ recipient }) => (recipient === null ? [] : [recipient])),
  );
  return new Map(told.map(({ id, ...rest }) => [id, { ...rest, routeHash: hashOf(rest.recipient) }]));
}

const certificateSchema = z.object({
  ...{ nodeRowId: z.string(), drill: z.literal(DRILLS), kind: z.enum(CERTIFICATE_KINDS) },
  ...{ trialId: z.string(), runId: z.string(), nodeVersion: z.number(), policyHash: z.string() },
  ...{ recipient: z.string().nullable(), routeHash: z.string(), target: z.string(), passedAt: z.date() },
});

/** The certificates of nodes, whether they hold or not; a node without one is not named. */
export async function certificatesOf(
  ctx: ReadCtx,
  nodeRowIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Certificate[]>> {
  demand(ctx, 'read');
  const rows = await ctx.db.drillCertificate.findMany({
    where: { nodeRowId: { in: [...nodeRowIds] } },
    orderBy: [{ nodeRowId: 'asc' }, { drill: 'asc' }, { kind: 'asc' }],
  });
  return groupBy(
    rows.map((row) => certificateSchema.parse(row)),
    ({ nodeRowId }) => nodeRowId,
  );
}
