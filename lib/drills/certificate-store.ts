import type { Queryable } from '@/lib/db/client';
import type { Certificate } from './standing';
import type { CertificateKind, Drill } from './vocabulary';

/** Where a drill was passed, for what, and by which trial. All of it as the run froze it. */
export interface Award extends Certificate {
  readonly nodeRowId: string;
}

/**
 * Writes down that a drill was passed, for the versions that the run froze: where the node changed meanwhile, the
 * certificate simply does not hold. One of a newer version of the node, or of a later pass, stays as it is; a node that
 * is gone has none.
 */
export async function awardCertificate(db: Queryable, award: Award): Promise<void> {
  const { nodeRowId, drill, kind, trialId, runId, nodeVersion, policyHash, recipient, routeHash, target, passedAt } =
    award;
  await db.$executeRaw`
    insert into public.drill_certificate as c (node_row_id, drill, kind, trial_id, run_id, node_version, policy_hash, recipient,
                                        route_hash, target, passed_at)
    select n.id, ${drill}::int, ${kind}, ${trialId}::uuid, ${runId}::uuid, ${nodeVersion}::int, ${policyHash},
           ${recipient}, ${routeHash}, ${target}, ${passedAt}::timestamptz
    from public.node n where n.id = ${nodeRowId}::uuid
    on conflict (node_row_id, drill, kind) do update
      set trial_id = excluded.trial_id, run_id = excluded.run_id, node_version = excluded.node_version,
          policy_hash = excluded.policy_hash, recipient = excluded.recipient, route_hash = excluded.route_hash,
          target = excluded.target, passed_at = excluded.passed_at
      where (c.node_version, c.passed_at) <= (excluded.node_version, excluded.passed_at)`;
}

/**
 * Takes back what an earlier pass proved, since the same drill failed now. A pass of a newer version of the node, or a
 * later one, stays.
 */
export async function revokeCertificate(
  db: Queryable,
  failed: {
    readonly nodeRowId: string;
    readonly drill: Drill;
    readonly kind: CertificateKind;
    readonly nodeVersion: number;
    readonly failedAt: Date;
  },
): Promise<void> {
  const { nodeRowId, drill, kind, nodeVersion, failedAt } = failed;
  await db.$executeRaw`
    delete from public.drill_certificate c
    where c.node_row_id = ${nodeRowId}::uuid and c.drill = ${drill} and c.kind = ${kind}
      and (c.node_version, c.passed_at) <= (${nodeVersion}::int, ${failedAt}::timestamptz)`;
}

/** Takes back what was proved at a target: it holds for that target, and another one proves it anew (`domain.md`). */
export async function revokeOfTarget(db: Queryable, targetId: string): Promise<void> {
  await db.$executeRaw`
    delete from public.drill_certificate c using public.drill_run r
    where r.id = c.run_id and r.target_id = ${targetId}::uuid`;
}
