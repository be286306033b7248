import { notFound } from 'next/navigation';
import type { LayoutProps } from '@/app/_server/existing';
import { readEntry } from './read-entry';

/** Asked above the outline that is shown while the entry is read: a wrong address answers 404. */
export default async function AuditEntryLayout({ children, params }: LayoutProps) {
  if (!(await readEntry((await params).id))) notFound();
  return children;
}
