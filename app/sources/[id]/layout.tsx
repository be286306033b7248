import { demandExisting, type LayoutProps } from '@/app/_server/existing';
import { sourceDetail } from '@/lib/sources/source-queries';

export default async function SourceLayout({ children, params }: LayoutProps) {
  await demandExisting(async (ctx, id) => (await sourceDetail(ctx, id)) !== null, params);
  return children;
}
