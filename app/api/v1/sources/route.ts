import { api } from '@/app/_server/api';
import { listSourcesOperation } from '@/lib/api/source-operations';
import { ok } from '@/lib/shared/result';
import { listSources } from '@/lib/sources/source-queries';

/** The connected sources. */
export const GET = api(listSourcesOperation, async ({ ctx }) => ok({ body: { sources: await listSources(ctx) } }));
