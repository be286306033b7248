import { z } from 'zod';

const schema = z.object({ imported: z.enum(['new', 'replaces']).nullable().catch(null).default(null) });

/** What has just happened, so that the page can say so; anything else in the URL says nothing. */
export function readImported(params: Record<string, string | string[] | undefined>): 'new' | 'replaces' | null {
  return schema.parse(params).imported;
}
