import { demandExisting, type LayoutProps } from '@/app/_server/existing';
import { entryExists } from '@/lib/catalogue/catalogue-queries';

export default async function EntryLayout({ children, params }: LayoutProps) {
  await demandExisting(entryExists, params);
  return children;
}
