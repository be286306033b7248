import { problem, route } from '@/app/_server/route';
import { deliveryOf } from '@/lib/alerts/delivery-queries';

/** What became of a message: its state, each try, and what the provider said. Asked by the page that sent a test. */
export const GET = route<{ id: string }>('read', async (ctx, _request, { id }) => {
  const delivery = await deliveryOf(ctx, id);
  if (!delivery) return problem('not_found');
  return Response.json(delivery, { headers: { 'Cache-Control': 'no-store' } });
});
