import { createHmac } from 'node:crypto';

/** Feishu and Lark: the key is `seconds\nsecret`, the message is empty (`channels.md`). */
export function feishuSignature(seconds: number, secret: string): string {
  return createHmac('sha256', `${seconds}\n${secret}`).update('').digest('base64');
}

/** DingTalk: HMAC of `ms\nsecret`, ready to stand in an address. */
export function dingtalkSignature(ms: number, secret: string): string {
  return encodeURIComponent(createHmac('sha256', secret).update(`${ms}\n${secret}`).digest('base64'));
}
