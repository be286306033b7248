'use server';

import { signedOutAction } from '@/app/_server/signed-out-action';
import { confirmReceipt } from '@/lib/alerts/delivery-commands';
import { receiptSchema } from '@/lib/alerts/delivery-schema';

const run = signedOutAction(receiptSchema, confirmReceipt);

/** Says that the test message that the link stands in arrived. */
export async function confirmAction(input: Parameters<typeof run>[0]) {
  return run(input);
}
