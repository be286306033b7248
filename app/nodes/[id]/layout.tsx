import { demandExisting, type LayoutProps } from '@/app/_server/existing';
import { nodeExists } from '@/lib/workflows/queries';

export default async function NodeLayout({ children, params }: LayoutProps) {
  await demandExisting(nodeExists, params);
  return children;
}
