import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { contextFor } from '@/app/_server/context';
import { workflowExists } from '@/lib/insight/workflow-queries';

interface Props {
  children: ReactNode;
  params: Promise<{ id: string }>;
}

/** Above the outline that is shown while a page is read: a wrong address answers 404 and not an empty page. */
export default async function WorkflowLayout({ children, params }: Props) {
  const ctx = await contextFor('read');
  if (!(await workflowExists(ctx, (await params).id))) notFound();
  return children;
}
