import { byteLength } from '../cut';
import { escapeWecom, quoteLines } from '../escape';
import { codedResult, type Verdict } from './coded-answer';
import { postJson } from './guarded-fetch';
import { WRONG_SECRETS } from './http-result';
import type { Sender } from './sender';
import { messageOf, type NoticeText } from './words';

/** Of the Markdown itself. */
const MOST_BYTES = 4_096;

/** A WeCom (企业微信) robot: Markdown in raw UTF-8 (40033 refuses `\u` forms), no signature. */
export const wecom: Sender = {
  repeats: 'blind',
  // 20 in any minute, what was saved up included.
  rate: { burst: 5, perMinute: 14 },
  render: (notice) => {
    const { subject, body, repeatedBody } = messageOf(notice, markdownOf, { most: MOST_BYTES, measure: byteLength });
    return { subject, body: wrapped(body), repeatedBody: wrapped(repeatedBody) };
  },
  send: async ({ secrets, body, now }) => {
    if (secrets.kind !== 'wecom') return WRONG_SECRETS;
    const exchange = await postJson('wecom', secrets.url, body);
    return codedResult(exchange, now, { secrets, code: 'errcode', message: 'errmsg', verdict });
  },
};

function verdict(code: number): Verdict | undefined {
  switch (code) {
    case -1:
      return { outcome: 'retry', problem: 'server_error', mostTries: 3 };
    case 45_009:
      return { outcome: 'retry', problem: 'rate_limited' };
    case 93_000:
      return { outcome: 'permanent', problem: 'gone' };
    case 40_058:
    case 40_008:
      return { outcome: 'permanent', problem: 'rejected' };
    default:
      return undefined;
  }
}

function markdownOf(text: NoticeText): string {
  return [
    `**${escapeWecom(text.title)}**`,
    ...text.lines.map(escapeWecom),
    ...text.facts.map(({ label, value, long }) =>
      long
        ? `${label}${text.colon.trim()}\n${quoteLines(escapeWecom(value))}`
        : `${label}${text.colon}${escapeWecom(value)}`,
    ),
    ...text.links.map(({ label, url }) => `[${escapeWecom(label)}](${url})`),
    escapeWecom(text.to),
  ].join('\n');
}

function wrapped(content: string): string {
  return JSON.stringify({ msgtype: 'markdown', markdown: { content } });
}
