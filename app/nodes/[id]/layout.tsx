import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { contextFor } from '@/app/_server/context';
import { nodeExists } from '@/lib/workflows/queries';

interface Props {
  children: ReactNode;
  params: Promise<{ id: string }>;
}

/** Above the outline that is shown while the page is read: a wrong address answers 404 and not an empty page. */
export default async function NodeLayout({ children, params }: Props) {
  const ctx = await contextFor('read');
  if (!(await nodeExists(ctx, (await params).id))) notFound();
  return children;
}
