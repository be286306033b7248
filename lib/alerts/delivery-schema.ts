import { z } from 'zod';

export const testChannelSchema = z.object({ channelId: z.uuid() });
export const replaySchema = z.object({ deliveryId: z.uuid() });
/** What stands in the link of a test message. */
export const receiptSchema = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, { message: 'unknown_link' }) });
