import { demandExisting, type LayoutProps } from '@/app/_server/existing';
import { workflowExists } from '@/lib/insight/workflow-queries';

export default async function WorkflowLayout({ children, params }: LayoutProps) {
  await demandExisting(workflowExists, params);
  return children;
}
