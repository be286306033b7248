import { isJsonObject } from '@/lib/shared/json';
import { feishuSignature } from '../signatures';
import { codedResult, type Verdict } from './coded-answer';
import { postJson } from './guarded-fetch';
import { WRONG_SECRETS } from './http-result';
import type { Sender } from './sender';
import { type Fact, messageOf, type NoticeText } from './words';

/** 20 KB, less what the signature takes. */
const MOST_BYTES = 20_000 - 200;

/** A Feishu or Lark robot: an interactive card whose texts are `plain_text`, since its Markdown calls `<at id=all>`. */
export const feishu: Sender = {
  repeats: 'blind',
  // At most 100 in any minute and 5 in any second: what was saved up counts too.
  rate: { burst: 3, perMinute: 90 },
  render: (notice) => messageOf(notice, bodyOf, { most: MOST_BYTES }),
  send: async ({ secrets, body, now }) => {
    if (secrets.kind !== 'feishu') return WRONG_SECRETS;
    const exchange = await postJson('feishu', secrets.url, secrets.secret ? signed(body, secrets.secret, now) : body);
    return codedResult(exchange, now, { secrets, code: 'code', message: 'msg', verdict });
  },
};

/** The same code 9499 says "too many request" and "Bad Request". */
function verdict(code: number, said: string): Verdict | undefined {
  if (code === 11_232 || code === 429) return { outcome: 'retry', problem: 'rate_limited' };
  if (code === 9_499 && /too many request/i.test(said)) return { outcome: 'retry', problem: 'rate_limited' };
  if (code === 9_499 && /bad request/i.test(said)) return { outcome: 'permanent', problem: 'rejected' };
  if (code === 19_021) return { outcome: 'permanent', problem: 'bad_credentials' };
  if (code === 19_022 || code === 19_024) return { outcome: 'permanent', problem: 'rejected' };
  return undefined;
}

function signed(body: string, secret: string, now: Date): string {
  const card: unknown = JSON.parse(body);
  if (!isJsonObject(card)) return body;
  const seconds = Math.floor(now.getTime() / 1_000);
  return JSON.stringify({ timestamp: String(seconds), sign: feishuSignature(seconds, secret), ...card });
}

function bodyOf(text: NoticeText): string {
  const shorts = text.facts.filter(({ long }) => !long);
  const longs = text.facts.filter(({ long }) => long);
  const card = {
    config: { wide_screen_mode: true },
    header: { template: 'red', title: plain(text.title) },
    elements: [
      { tag: 'div', text: plain(text.lines.join('\n')) },
      { tag: 'div', fields: shorts.map((fact) => ({ is_short: false, text: plain(labelled(fact, text.colon)) })) },
      ...longs.map((fact) => ({ tag: 'div', text: plain(labelled(fact, text.colon)) })),
      {
        tag: 'action',
        actions: text.links.map(({ label, url }, index) => {
          return { tag: 'button', type: index === 0 ? 'primary' : 'default', text: plain(label), url };
        }),
      },
      { tag: 'note', elements: [plain(text.to)] },
    ],
  };
  return JSON.stringify({ msg_type: 'interactive', card });
}

function labelled({ label, value, long }: Fact, colon: string): string {
  return long ? `${label}${colon.trim()}\n${value}` : `${label}${colon}${value}`;
}

function plain(content: string) {
  return { tag: 'plain_text', content };
}
