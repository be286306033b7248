import type { Readable } from 'node:stream';
import nodemailer, { type Transporter } from 'nodemailer';
import type { SMTPPoolOptions, SMTPPoolSentMessageInfo } from 'nodemailer/lib/smtp-pool';
import { SECOND_MS } from '@/lib/shared/clock';

export interface MailTransport {
  readonly url: string;
  readonly transporter: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;
  /** What is being written, by Message-ID: the stream is read from when the server has asked for the text. */
  readonly streams: Map<string, Readable>;
}

let current: MailTransport | null = null;

/** The pool of this process for a mail server; null when the address is none of SMTP. */
export function mailTransport(url: string): MailTransport | null {
  if (current?.url === url) return current;
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '') return null;
  closeMailTransport();
  current = open(url);
  return current;
}

/** Closes the pool of this process: idle connections would keep it alive for a while. */
export function closeMailTransport(): void {
  current?.transporter.close();
  current = null;
}

/** The library's own time limits are minutes, and by itself it sends again what may have arrived (`channels.md`). */
function open(url: string): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxMessages: 100,
    maxRequeues: 0,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    dnsTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
    idleTimeout: 20 * SECOND_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const streams = new Map<string, Readable>();
  transporter.use('stream', (mail, next) => {
    const { message } = mail;
    const create = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = create(options);
      if (mail.data.messageId) streams.set(mail.data.messageId, stream);
      return stream;
    };
    next();
  });
  // Of connections that carry no message; what happens to a message is told to its sender.
  transporter.on('error', () => undefined);
  return { url, transporter, streams };
}
