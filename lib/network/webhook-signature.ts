import { createHmac } from 'node:crypto';

export interface SignedWebhook {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

/** Random bytes that a signing secret is made of: Standard Webhooks asks for 24 to 64. */
export const WEBHOOK_SECRET_BYTES = 32;

/** A signing secret (`whsec_…`) as Standard Webhooks writes it, made of `WEBHOOK_SECRET_BYTES` random bytes. */
export function webhookSecret(random: Buffer): string {
  return `whsec_${random.toString('base64')}`;
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
