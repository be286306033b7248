import { createServer, type Server, type Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server';

/** One message as it arrived. */
export interface ReceivedMail {
  readonly from: string;
  /** Of the envelope: to whom it really went. */
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: ParsedMail;
}

export interface MailServer {
  /** As `FAILPATH_SMTP_URL` wants it. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Connections that were opened so far. */
  readonly connections: () => number;
  /** Refuses these recipients with this answer; an empty list takes all again. */
  refuse(recipients: readonly string[], code: number): void;
  /** What the next messages get instead of being taken. */
  next(...how: readonly MailMisbehaviour[]): void;
  close(): Promise<void>;
}

export type MailMisbehaviour =
  /** After the whole message. */
  | { readonly kind: 'answer'; readonly code: number; readonly text: string }
  /** Takes the whole message and never answers, or breaks off instead. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'break' };

/** A mail server on the loopback interface, without TLS and without passwords; 0 = any port that is free. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const queue: MailMisbehaviour[] = [];
  const sockets = new Set<Socket>();
  let refused: { readonly recipients: readonly string[]; readonly code: number } = { recipients: [], code: 550 };
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, callback) => {
      connections += 1;
      callback();
    },
    onRcptTo: ({ address }: SMTPServerAddress, _session, callback) => {
      if (!refused.recipients.includes(address)) return callback();
      return callback(coded(refused.code, 'no such mailbox'));
    },
    onData: (stream, session, callback) => {
      void collect(stream).then(async (raw) => {
        const how = queue.shift();
        if (how?.kind === 'hang') return;
        if (how?.kind === 'break') {
          for (const socket of sockets) socket.resetAndDestroy();
          return;
        }
        if (how) return callback(coded(how.code, how.text));
        received.push({ ...envelopeOf(session), raw, mail: await simpleParser(raw) });
        callback();
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    received,
    connections: () => connections,
    refuse: (recipients, code) => {
      refused = { recipients, code };
    },
    next: (...how) => queue.push(...how),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A server that takes connections and says nothing, or closes each at once. */
export async function startSilentServer(how: 'silent' | 'closing'): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (how === 'closing') socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function envelopeOf({ envelope }: SMTPServerSession): Pick<ReceivedMail, 'from' | 'to'> {
  const { mailFrom, rcptTo } = envelope;
  return { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) };
}

function coded(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

async function collect(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
