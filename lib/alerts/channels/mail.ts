import { z } from 'zod';
import { readEnvironment } from '@/lib/env';
import { MINUTE_MS } from '@/lib/shared/clock';
import { domainOf, isAddrSpec } from '../addr-spec';
import { answerText } from '../answer-text';
import { cutBytes } from '../cut';
import type { Notice } from '../notice';
import { oneLine } from '../plain-text';
import type { SendResult } from '../send-result';
import { mailHtml, mailText } from './mail-body';
import { type MailTransport, mailTransport } from './mail-transport';
import type { Sender, Sending } from './sender';
import { messageOf } from './words';

const MOST_BYTES = 100_000;
/** For one message, whatever the server does: one that trickles its answers meets no other limit. */
const TOTAL_MS = MINUTE_MS;

const bodySchema = z.object({ subject: z.string(), text: z.string(), html: z.string(), unsubscribe: z.url() });
type Body = z.infer<typeof bodySchema>;

interface Address {
  readonly name: string;
  readonly address: string;
}

/** Mail by SMTP. All recipients stand in one message, so that a group sees who else has it. */
export const mail: Sender = {
  repeats: 'blind',
  rate: { burst: 20, perMinute: 300 },
  render: (notice) =>
    messageOf(
      notice,
      (text) => {
        const body: Body = {
          subject: text.subject,
          text: mailText(text),
          html: mailHtml(text, notice.language),
          unsubscribe: groupsPage(notice),
        };
        return JSON.stringify(body);
      },
      { most: MOST_BYTES },
    ),
  send: async (sending) => {
    const { FAILPATH_SMTP_URL: url, FAILPATH_MAIL_FROM: from } = readEnvironment();
    const transport = url === undefined ? null : mailTransport(url);
    if (transport === null || from === undefined || !isAddrSpec(from)) {
      return { outcome: 'permanent', problem: 'mail_not_set_up' };
    }
    const to = recipientsOf(sending);
    if (to.length === 0) return { outcome: 'permanent', problem: 'no_recipient' };
    return deliver(transport, { sending, from, to });
  },
};

async function deliver(
  { transporter, streams }: MailTransport,
  { sending, from, to }: { sending: Sending; from: string; to: readonly Address[] },
): Promise<SendResult> {
  const { subject, text, html, unsubscribe } = bodySchema.parse(JSON.parse(sending.body));
  const domain = domainOf(from);
  const messageId = `<${idIn(sending.deliveryId)}@${domain}>`;
  try {
    const info = await transporter.sendMail({
      from: { name: 'Failpath', address: from },
      to: [...to],
      envelope: { from, to: to.map(({ address }) => address) },
      subject: oneLine(subject),
      text,
      html,
      date: sending.now,
      messageId,
      references: [`<${idIn(sending.fingerprint)}.root@${domain}>`],
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        'List-Id': `<failpath.${domain}>`,
        'List-Unsubscribe': `<${unsubscribe}>`,
      },
      signal: AbortSignal.timeout(TOTAL_MS),
    });
    return { outcome: 'ok', ...answered(withRefused(info.response, info.rejected, to.length)) };
  } catch (error) {
    return failed(error, streams.get(messageId)?.readableDidRead === true);
  } finally {
    streams.delete(messageId);
  }
}

const smtpErrorSchema = z.object({
  name: z.string().optional(),
  code: z.string().optional(),
  response: z.string().optional(),
  responseCode: z.number().optional(),
  permanent: z.boolean().optional(),
});

/** What went wrong: the server's word where it gave one; else whether a byte of the message had been written. */
function failed(error: unknown, written: boolean): SendResult {
  const known = smtpErrorSchema.safeParse(error);
  if (!known.success) throw error;
  const { name, code, response, responseCode, permanent } = known.data;
  const said = answered(response ?? code);
  if (responseCode !== undefined) {
    if (permanent === true) return { outcome: 'permanent', problem: refusal(code, response ?? ''), ...said };
    return { outcome: 'retry', problem: 'server_error', ...said };
  }
  if (code === 'EAUTH') return { outcome: 'permanent', problem: 'bad_credentials', ...said };
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { outcome: 'permanent', problem: 'rejected', ...said };
  const late = code === 'ETIMEDOUT' || name === 'AbortError';
  if (written) return { outcome: 'unknown', problem: late ? 'timed_out' : 'connection_broke', ...said };
  return { outcome: 'retry', problem: late ? 'timed_out' : 'not_reached', ...said };
}

function refusal(code: string | undefined, response: string) {
  if (code === 'EAUTH') return 'bad_credentials';
  // 552 and the enhanced 5.3.4: the message is larger than the server takes.
  return /^552|\b5\.3\.4\b/.test(response) ? 'too_large' : 'rejected';
}

function answered(response: string | undefined) {
  const status = Number(/^\d{3}/.exec(response ?? '')?.[0]);
  const answer = answerText(response ?? '', null);
  return { ...(status > 0 && { status }), ...(answer !== '' && { answer }) };
}

/** Some got it: sending again would double it for them, so the others are only named. */
function withRefused(response: string, rejected: readonly unknown[], all: number): string {
  if (rejected.length === 0) return response;
  const names = rejected.filter((each) => typeof each === 'string');
  return `${response} (${rejected.length}/${all} refused: ${names.join(', ')})`;
}

/** The addresses of the channel, else of all members; each once, and only what is one mail address. */
function recipientsOf({ settings, members }: Sending): Address[] {
  const own = settings.kind === 'mail' ? settings.to : [];
  const all = own.length > 0 ? own.map((email) => ({ name: nameOf(email, members), email })) : members;
  const seen = new Set<string>();
  return all.flatMap(({ name, email }) => {
    const same = email.toLowerCase();
    if (!isAddrSpec(email) || seen.has(same)) return [];
    seen.add(same);
    return [{ name: cutBytes(oneLine(name), 120), address: email }];
  });
}

function nameOf(email: string, members: Sending['members']): string {
  return members.find((member) => member.email.toLowerCase() === email.toLowerCase())?.name ?? '';
}

/** The left part of a message's id. */
function idIn(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 200);
}

/** Where groups are kept: there a person is taken out of one. No one-click address, since nothing answers to it. */
function groupsPage(notice: Notice): string {
  return new URL('/groups', notice.kind === 'test' ? notice.confirmLink : notice.link).href;
}
