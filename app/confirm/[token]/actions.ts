'use server';

import { signedOutAction } from '@/app/_server/signed-out-action';
import { confirmReceipt } from '@/lib/alerts/delivery-commands';
import { receiptSchema } from '@/lib/alerts/delivery-schema';
import { getDrillDb } from '@/lib/db/client';

const run = signedOutAction(receiptSchema, async (ctx, input) => {
  const confirmed = await confirmReceipt(ctx, input);
  if (confirmed.ok || confirmed.error.reason !== 'unknown_link') return confirmed;
  return confirmReceipt({ ...ctx, db: getDrillDb() }, input);
});

/** Says that the message that the link stands in arrived: a test, or the alert of a drill. */
export async function confirmAction(input: Parameters<typeof run>[0]) {
  return run(input);
}
