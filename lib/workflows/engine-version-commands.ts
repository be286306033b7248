import { type Ctx, demand } from '@/lib/accounts/context';
import { record } from '@/lib/audit/record';
import { transaction } from '@/lib/db/transaction';
import { dialectById } from '@/lib/dialects/registry';
import { err, ok, type Result } from '@/lib/shared/result';
import type { EngineVersionInput } from './schema';
import { lockWorkflow } from './store';

export type EngineVersionRefusal =
  | { readonly reason: 'not_found' }
  /** The dialect knows no such version; these are known. */
  | { readonly reason: 'version_unknown'; readonly known: readonly string[] };

/**
 * Says which version of its engine runs a workflow: what it would do of a policy is told by that version's formula.
 * `null` = the newest. No byte of the definition changes.
 */
export async function setEngineVersion(
  ctx: Ctx,
  { workflowId, engineVersion }: EngineVersionInput,
): Promise<Result<null, EngineVersionRefusal>> {
  demand(ctx, 'workflow.import');
  return transaction(ctx.db, async (db) => {
    const workflow = await lockWorkflow(db, workflowId);
    if (!workflow) return err({ reason: 'not_found' });
    const known = dialectById(workflow.dialect).versions ?? [];
    if (engineVersion !== null && !known.includes(engineVersion)) return err({ reason: 'version_unknown', known });
    const before = workflow.source.engineVersion ?? null;
    if (before === engineVersion) return ok(null);
    await db.workflow.update({ where: { id: workflow.id }, data: { engineVersion } });
    await record(ctx, db, {
      action: 'workflow.engine_version',
      subject: { kind: 'workflow', id: workflow.id, name: workflow.name },
      before: { engineVersion: before },
      after: { engineVersion },
    });
    return ok(null);
  });
}
