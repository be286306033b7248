import 'server-only';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import type { ReadCtx } from '@/lib/accounts/context';
import { contextFor } from './context';

export interface LayoutProps {
  children: ReactNode;
  params: Promise<{ id: string }>;
}

/**
 * Asked by the layout of pages about one thing, above the outline that is shown while a page is read: a wrong
 * address answers 404 and not an empty page. `exists` says whether there is a thing with that id.
 */
export async function demandExisting(
  exists: (ctx: ReadCtx, id: string) => Promise<boolean>,
  params: LayoutProps['params'],
): Promise<void> {
  const ctx = await contextFor('read');
  if (!(await exists(ctx, (await params).id))) notFound();
}
