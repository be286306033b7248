import { MINUTE_MS } from '@/lib/shared/clock';
import { byteLength } from '../cut';
import { escapeDingtalk, quoteLines } from '../escape';
import { dingtalkSignature } from '../signatures';
import { codedResult, type Verdict } from './coded-answer';
import { postJson } from './guarded-fetch';
import { WRONG_SECRETS } from './http-result';
import type { Sender } from './sender';
import { messageOf, type NoticeText } from './words';

/** 20,000 bytes are refused with 460101; counted as they are sent. */
const MOST_BYTES = 19_000;
const REST_MS = 10 * MINUTE_MS;

/** A DingTalk robot: Markdown, with what could be markup in full-width forms. */
export const dingtalk: Sender = {
  repeats: 'blind',
  // 20 a minute; one too many costs ten minutes, so no more than 15, what was saved up included.
  rate: { burst: 3, perMinute: 12 },
  render: (notice) => messageOf(notice, bodyOf, { most: MOST_BYTES, measure: byteLength }),
  send: async ({ secrets, body, now }) => {
    if (secrets.kind !== 'dingtalk') return WRONG_SECRETS;
    const exchange = await postJson(
      'dingtalk',
      secrets.secret ? signed(secrets.url, secrets.secret, now) : secrets.url,
      body,
    );
    return codedResult(exchange, now, { secrets, code: 'errcode', message: 'errmsg', verdict });
  },
};

function verdict(code: number, said: string): Verdict | undefined {
  switch (code) {
    case -1:
      return { outcome: 'retry', problem: 'server_error', mostTries: 3 };
    case 130_101:
      return { outcome: 'retry', problem: 'rate_limited', channelRestsMs: REST_MS };
    case 460_101:
      return { outcome: 'permanent', problem: 'too_large' };
    case 310_000:
      // Signature, keyword or IP: the words tell them apart.
      return { outcome: 'permanent', problem: /sign|timestamp/i.test(said) ? 'bad_credentials' : 'rejected' };
    default:
      return undefined;
  }
}

/** The signature is already encoded: setting it as a parameter would encode it twice. */
function signed(address: string, secret: string, now: Date): string {
  const url = new URL(address);
  url.searchParams.delete('timestamp');
  url.searchParams.delete('sign');
  const ms = now.getTime();
  return `${url.href}${url.search === '' ? '?' : '&'}timestamp=${ms}&sign=${dingtalkSignature(ms, secret)}`;
}

function bodyOf(text: NoticeText): string {
  const blocks = [
    `### ${escapeDingtalk(text.title)}`,
    ...text.lines.map(escapeDingtalk),
    ...text.facts.map(({ label, value, long }) =>
      long
        ? `- **${label}**${text.colon.trim()}\n\n${quoteLines(escapeDingtalk(value)).replaceAll('\n', '\n>\n')}`
        : `- **${label}**${text.colon}${escapeDingtalk(value)}`,
    ),
    ...text.links.map(({ label, url }) => `[${escapeDingtalk(label)}](${url})`),
    escapeDingtalk(text.to),
  ];
  return JSON.stringify({
    msgtype: 'markdown',
    markdown: { title: escapeDingtalk(text.subject), text: blocks.join('\n\n') },
  });
}
