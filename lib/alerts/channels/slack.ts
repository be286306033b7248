import type { HttpAnswer } from '@/lib/network/guarded-post';
import { answerText } from '../answer-text';
import { cutBytes } from '../cut';
import { escapeSlack } from '../escape';
import type { SendResult } from '../send-result';
import { postJson } from './guarded-fetch';
import { refused, resultOf, WRONG_SECRETS } from './http-result';
import type { Sender } from './sender';
import { type Fact, messageOf, type NoticeText } from './words';

/** Characters of a header and of the text of a section, fields of one section. */
const HEADER = 150;
const SECTION = 3_000;
const FIELDS = 10;
/** Of the whole; far below what is refused. */
const MOST_BYTES = 30_000;
/** Words that say that a webhook is gone for good. */
const GONE: readonly string[] = ['no_service', 'channel_is_archived', 'channel_not_found', 'no_service_id', 'no_team'];

/** Slack's incoming webhook: accepted is 200 together with the body `ok`. */
export const slack: Sender = {
  repeats: 'blind',
  rate: { burst: 1, perMinute: 60 },
  render: (notice) => messageOf(notice, bodyOf, { most: MOST_BYTES }),
  send: async ({ secrets, body, now }) => {
    if (secrets.kind !== 'slack') return WRONG_SECRETS;
    const exchange = await postJson('slack', secrets.url, body);
    const said = ({ text }: HttpAnswer): string | undefined =>
      // Words such as `invalid_payload`; never a page.
      /^[a-z_]{2,60}$/.test(text.trim()) ? answerText(text, secrets) : undefined;
    if (exchange.kind === 'answered' && exchange.answer.status !== 200) {
      return refusedBySlack(exchange.answer, now, said(exchange.answer));
    }
    return resultOf(exchange, now, (answer) => {
      const shown = said(answer);
      const answered = { status: answer.status, ...(shown && { answer: shown }) };
      if (answer.whole && answer.text.trim() === 'ok') return { outcome: 'ok', ...answered };
      return { outcome: 'unknown', problem: 'unexpected_answer', ...answered };
    });
  },
};

function refusedBySlack(answer: HttpAnswer, now: Date, said?: string): SendResult {
  const result = refused(answer, now, said);
  if (result.outcome !== 'permanent') return result;
  if (said !== undefined && GONE.includes(said)) return { ...result, problem: 'gone' };
  // 403 `action_prohibited` is a rule of the workspace, no wrong credential.
  return answer.status === 403 ? { ...result, problem: 'rejected' } : result;
}

function bodyOf(text: NoticeText): string {
  const facts = text.facts.filter(({ long }) => !long);
  const pages = [facts.slice(0, FIELDS), facts.slice(FIELDS)].filter((page) => page.length > 0);
  const blocks = [
    { type: 'header', text: plain(text.title, HEADER) },
    { type: 'section', text: plain(text.lines.join('\n'), SECTION) },
    ...pages.map((page) => ({ type: 'section', fields: page.map((fact) => plain(labelled(fact), 2_000)) })),
    ...text.facts.filter(({ long }) => long).map((fact) => ({ type: 'section', text: plain(labelled(fact), SECTION) })),
    {
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: text.links.map(({ label, url }) => `<${escapeSlack(url)}|${escapeSlack(label)}>`).join('\n'),
      },
    },
    { type: 'context', elements: [plain(text.to, 2_000)] },
  ];
  const subject = escapeSlack(text.subject);
  return JSON.stringify({ text: subject, blocks });
}

function labelled({ label, value }: Fact): string {
  return `${label}\n${value}`;
}

/** Text that is no markup; cut before it is escaped, so that no escape is cut: escaping makes it five times as long. */
function plain(text: string, most: number) {
  const escaped = escapeSlack(text);
  if (escaped.length <= most) return { type: 'plain_text', text: escaped, emoji: false };
  let bytes = Math.min(most * 3, text.length * 3);
  while (escapeSlack(cutBytes(text, bytes)).length > most) bytes = Math.floor(bytes * 0.9);
  return { type: 'plain_text', text: escapeSlack(cutBytes(text, bytes)), emoji: false };
}
