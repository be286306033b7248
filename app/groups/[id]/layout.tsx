import { demandExisting, type LayoutProps } from '@/app/_server/existing';
import { ownerGroupExists } from '@/lib/owners/queries';

export default async function GroupLayout({ children, params }: LayoutProps) {
  await demandExisting(ownerGroupExists, params);
  return children;
}
