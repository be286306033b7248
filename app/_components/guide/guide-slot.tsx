import { cookies } from 'next/headers';
import { optionalContext } from '@/app/_server/context';
import { ClientMessages } from '@/components/ui/client-messages';
import { sampleNode } from '@/lib/workflows/queries';
import { Guide } from './guide';
import { GUIDE_COOKIE, GUIDE_OFF } from './steps';

/** The guide where it makes sense: on the sample data, for a reader who has not put it away. */
export async function GuideSlot() {
  const served = (await cookies()).get(GUIDE_COOKIE)?.value ?? null;
  const ctx = served === GUIDE_OFF ? null : await optionalContext();
  const node = ctx && (await sampleNode(ctx));
  if (!node) return null;
  return (
    <ClientMessages namespaces={['guide']}>
      <Guide served={served} node={node} />
    </ClientMessages>
  );
}
