import { createHmac } from 'node:crypto';

export interface SignedWebhook {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

/** Standard Webhooks: one `v1,…` per secret (`whsec_…`), separated by spaces while rotating. */
export function webhookSignature({ id, seconds, body }: SignedWebhook, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
