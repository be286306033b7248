import type { ReactNode } from 'react';
import { contextFor } from '@/app/_server/context';

/** Asked above the outline that is shown while the page is read: to whom it is not there, it answers 404. */
export default async function OperationsLayout({ children }: { children: ReactNode }) {
  await contextFor('operations.read');
  return children;
}
