import { z } from 'zod';
import { demand, type ReadCtx } from '@/lib/accounts/context';
import type { RejectedFile } from './queries';

/** A file that could not be read, with the reasons; its bytes stay in the database. Null when it was thrown away. */
export async function describeRejected(ctx: ReadCtx, id: string): Promise<RejectedFile | null> {
  demand(ctx, 'workflow.import');
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await ctx.db.$queryRaw<RejectedFile[]>`
    select id, file_name as "fileName", octet_length(content)::int as bytes, diagnostics, created_at as "createdAt"
    from rejected_import where id = ${id}::uuid`;
  return row ?? null;
}
