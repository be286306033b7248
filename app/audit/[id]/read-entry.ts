import 'server-only';
import { cache } from 'react';
import { contextFor } from '@/app/_server/context';
import { auditEntry } from '@/lib/audit/queries';

/** Read once per request, for whether it is there, the title and the page. */
export const readEntry = cache(async (id: string) => auditEntry(await contextFor('audit.read'), id));
