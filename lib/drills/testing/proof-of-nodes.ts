import type { ReadCtx } from '@/lib/accounts/context';
import { readPolicy } from '@/lib/policy/read';
import { fromJsonColumn } from '@/lib/workflows/store';
import { claimsIdempotency } from '../proof';
import { certificatesOf, provableNow } from '../proof-queries';
import { drillsNeeded, type ProofStanding, proofStanding } from '../standing';

/**
 * How each of these nodes is proved now, for the drills that its policy needs; one that says that it does nothing needs
 * none. A node that is not there is not named.
 */
export async function proofOfNodes(
  ctx: ReadCtx,
  nodeRowIds: readonly string[],
): Promise<ReadonlyMap<string, ProofStanding>> {
  const [rows, certificates] = await Promise.all([
    ctx.db.node.findMany({
      where: { id: { in: [...nodeRowIds] } },
      select: { id: true, config: true, workflow: { select: { owner: true } } },
    }),
    certificatesOf(ctx, nodeRowIds),
  ]);
  const nodes = rows.map(({ id, config, workflow }) => {
    return { id, config: fromJsonColumn(config), workflowOwner: workflow.owner };
  });
  const provable = await provableNow(ctx, nodes);
  return new Map(
    nodes.flatMap(({ id, config }) => {
      const current = provable.get(id);
      if (current === undefined) return [];
      const policy = readPolicy(config).policy ?? {};
      const needed = drillsNeeded({
        nothingCanFail: policy.actions?.length === 0,
        claimsIdempotency: claimsIdempotency(policy),
      });
      const standing = proofStanding({ needed, certificates: certificates.get(id) ?? [], current, now: ctx.now });
      return [[id, standing] as const];
    }),
  );
}
