import { createHmac } from 'node:crypto';

/** Feishu and Lark: the key is `seconds\nsecret`, the message is empty (`channels.md`). */
export function feishuSignature(seconds: number, secret: string): string {
  return createHmac('sha256', `${seconds}\n${secret}`).update('').digest('base64');
}

/** DingTalk: HMAC of `ms\nsecret`, ready to stand in an address. */
export function dingtalkSignature(ms: number, secret: string): string {
  return encodeURIComponent(createHmac('sha256', secret).update(`${ms}\n${secret}`).digest('base64'));
}

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
