import { api } from '@/app/_server/api';
import { getOperationsOperation } from '@/lib/api/operation-status-operations';
import { operationsStatus } from '@/lib/operations/queries';
import { ok } from '@/lib/shared/result';

/** How the product runs: its processes, what waits, and how far reading is behind. */
export const GET = api(getOperationsOperation, async ({ ctx }) => ok({ body: await operationsStatus(ctx) }));
