import { demand, type ReadCtx } from '@/lib/accounts/context';
import { catalogueExtra } from '@/lib/catalogue/catalogue-queries';
import { certificatesOf, type ProvableNode, provableNow } from '@/lib/drills/proof-queries';
import { readPolicy } from '@/lib/policy/read';
import type { CoverageInput } from './coverage';
import { type NodeStanding, nodeStanding } from './node-standing';

/** How far one node is, and what of it is proved, by what its page has read of it already. */
export async function readNodeStanding(
  ctx: ReadCtx,
  node: ProvableNode,
  rest: Pick<CoverageInput, 'effectiveOwner' | 'canCarryPolicy' | 'hasEngineRetry' | 'seenCodes'>,
): Promise<NodeStanding> {
  demand(ctx, 'read');
  const [provable, certificates, extra] = await Promise.all([
    provableNow(ctx, [node]),
    certificatesOf(ctx, [node.id]),
    catalogueExtra(ctx.db),
  ]);
  const current = provable.get(node.id);
  if (current === undefined) throw new Error('what was asked about is answered');
  const { policy } = readPolicy(node.config);
  return nodeStanding(
    { ...rest, policy, extra },
    { certificates: certificates.get(node.id) ?? [], current, now: ctx.now },
  );
}
