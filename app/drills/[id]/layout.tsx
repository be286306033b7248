import { demandExisting, type LayoutProps } from '@/app/_server/existing';
import { drillRunExists } from '@/lib/drills/queries';

export default async function DrillRunLayout({ children, params }: LayoutProps) {
  await demandExisting(drillRunExists, params);
  return children;
}
