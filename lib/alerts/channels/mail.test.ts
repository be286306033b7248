import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendResult } from '../send-result';
import { type MailServer, startMailServer, startSilentServer } from '../testing/mail-server';
import { handOffNotice, testNotice } from '../testing/notices';
import { mail } from './mail';
import { closeMailTransport } from './mail-transport';
import type { Sending } from './sender';

const NOW = new Date('2026-11-30T02:31:00Z');
const ANN = { name: 'Ann Example', email: 'ann@example.com' };
const LI = { name: '李雷', email: 'li@example.com' };
let server: MailServer;

beforeEach(async () => {
  server = await startMailServer();
  vi.stubEnv('FAILPATH_SMTP_URL', server.url);
  vi.stubEnv('FAILPATH_MAIL_FROM', 'failpath@example.com');
});
afterEach(async () => {
  closeMailTransport();
  await server.close();
});
afterAll(() => vi.unstubAllEnvs());

describe('a mail', () => {
  it('reaches all members, with both parts and every field', async () => {
    expect(await send()).toMatchObject({ outcome: 'ok', status: 250 });
    const [received] = server.received;
    expect(received).toMatchObject({ from: 'failpath@example.com', to: ['ann@example.com', 'li@example.com'] });
    expect(received?.mail.subject).toBe(
      '[Failpath] Order fulfilment / Charge the card: failed, a person has to take over (psp_busy)',
    );
    for (const part of [received?.mail.text ?? '', String(received?.mail.html)]) {
      for (const each of ['charge-card', 'psp_busy', 'the provider is busy', 'sha256:9f86d081884c7d65', '12 failures'])
        expect(part).toContain(each);
      expect(part).toContain(handOffNotice().link);
    }
    expect(received?.mail.to).toMatchObject({ value: [{ name: 'Ann Example' }, { name: '李雷' }] });
  });

  it('threads by alert, is known again by its delivery, and asks for no answer', async () => {
    await send();
    await send();
    for (const { mail: received } of server.received) {
      expect(received.messageId).toBe(`<${handOffNotice().deliveryId}@example.com>`);
      expect(received.references).toBe(`<${handOffNotice().fingerprint}.root@example.com>`);
      expect(received.headers.get('auto-submitted')).toBe('auto-generated');
      expect(received.headers.get('x-auto-response-suppress')).toBe('All');
      expect(received.headers.get('list')).toMatchObject({
        id: { name: 'failpath.example.com' },
        unsubscribe: { url: 'https://failpath.example/groups' },
      });
    }
    expect(server.received).toHaveLength(2);
    expect(server.connections()).toBe(1);
  });

  it('goes to the channel’s own addresses, each once', async () => {
    const settings = { kind: 'mail', to: ['ops@example.com', 'OPS@example.com', 'li@example.com'] } as const;
    await send({}, { settings: { ...settings, to: [...settings.to] } });
    expect(server.received[0]?.to).toEqual(['ops@example.com', 'li@example.com']);
  });

  it('marks what may be a duplicate, in the subject too', async () => {
    await send({}, {}, 'repeatedBody');
    expect(server.received[0]?.mail.subject).toMatch(/^\(possible duplicate\) /);
    expect(server.received[0]?.mail.text).toContain('Possible duplicate');
  });

  it('says a test in Chinese', async () => {
    const { subject, body } = mail.render(testNotice({ language: 'zh-CN' }));
    expect(await mail.send({ ...sending(), subject, body })).toMatchObject({ outcome: 'ok' });
    expect(server.received[0]?.mail.subject).toBe('[Failpath] 归属组“Payments on call”的测试消息');
    expect(server.received[0]?.mail.text).toContain('https://failpath.example/confirm/c0ffee');
  });

  it('survives a megabyte', async () => {
    expect(await send({ record: { errorMessage: '错误\r\n.\r\n'.repeat(150_000) } })).toMatchObject({ outcome: 'ok' });
    expect(server.received[0]?.raw.length).toBeLessThan(200_000);
    expect(server.received[0]?.mail.text).toContain(handOffNotice().link);
  });
});

describe('headers', () => {
  it('take no more recipients and no more headers than are meant', async () => {
    const evil = 'x\r\nBcc: evil@example.test\r\n\r\nbody';
    await send(
      {
        node: { id: 'n', name: evil },
        workflow: { key: 'w', name: evil },
        fingerprint: evil,
        deliveryId: 'd>\r\nX: y',
      },
      { members: [{ name: evil, email: 'ann@example.com' }] },
    );
    const [received] = server.received;
    expect(received?.to).toEqual(['ann@example.com']);
    expect(received?.mail.bcc).toBeUndefined();
    expect(received?.raw).not.toMatch(/^(?:Bcc|X):/im);
    expect(received?.mail.subject).not.toContain('\n');
  });

  it('drop what is not exactly one address', async () => {
    const members = ['o@ex.test\r\nRCPT TO:<evil@example.test>', 'a@b.test, evil@example.test', 'Ann <a@b.test>'];
    const result = await send({}, { members: [...members.map((email) => ({ name: 'x', email })), ANN] });
    expect(result.outcome).toBe('ok');
    expect(server.received[0]?.to).toEqual(['ann@example.com']);
  });
});

describe('what can go wrong', () => {
  it.each([
    ['no server', { FAILPATH_SMTP_URL: '' }],
    ['no SMTP', { FAILPATH_SMTP_URL: 'https://mail.example.com' }],
    ['no address', { FAILPATH_SMTP_URL: 'mail.example.com' }],
    ['no sender', { FAILPATH_MAIL_FROM: '' }],
    ['two senders', { FAILPATH_MAIL_FROM: 'a@example.com, b@example.com' }],
  ])('is not set up: %s', async (_, env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    expect(await send()).toEqual({ outcome: 'permanent', problem: 'mail_not_set_up' });
  });

  it('has nobody to go to', async () => {
    expect(await send({}, { members: [] })).toEqual({ outcome: 'permanent', problem: 'no_recipient' });
  });

  it('550 for everybody is for good, 451 is for later', async () => {
    const all = [ANN.email, LI.email];
    server.refuse(all, 550);
    expect(await send()).toMatchObject({ outcome: 'permanent', problem: 'rejected', status: 550 });
    server.refuse(all, 451);
    expect(await send()).toMatchObject({ outcome: 'retry', problem: 'server_error', status: 451 });
    server.refuse([], 550);
    expect(await send()).toMatchObject({ outcome: 'ok' });
  });

  it('goes out to those who are taken, and names those who are not', async () => {
    server.refuse([LI.email], 550);
    const result = await send();
    expect(result).toMatchObject({ outcome: 'ok', status: 250 });
    expect(result.answer).toContain('1/2 refused: li@example.com');
    expect(server.received[0]?.to).toEqual([ANN.email]);
  });

  it.each([
    [554, 'rejected', 'permanent'],
    [552, 'too_large', 'permanent'],
    [451, 'server_error', 'retry'],
    [421, 'server_error', 'retry'],
  ])('%i after the message', async (code, problem, outcome) => {
    server.next({ kind: 'answer', code, text: 'no' });
    expect(await send()).toMatchObject({ outcome, problem, status: code });
    expect(server.received).toEqual([]);
  });

  it('does not know what became of a message after which the connection broke, and sends it once', async () => {
    server.next({ kind: 'break' });
    expect(await send()).toMatchObject({ outcome: 'unknown', problem: 'connection_broke' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.received).toEqual([]);
    expect(server.connections()).toBe(1);
  });

  it('does not know what became of a message that is never answered', async () => {
    vi.stubEnv('FAILPATH_SMTP_URL', `${server.url}/?socketTimeout=500`);
    server.next({ kind: 'hang' });
    expect(await send()).toMatchObject({ outcome: 'unknown', problem: 'timed_out' });
  });

  it('is not reached when nobody listens', async () => {
    await server.close();
    expect(await send()).toMatchObject({ outcome: 'retry', problem: 'not_reached' });
  });

  it('is for later when the server does not greet, or closes at once', async () => {
    const silent = await startSilentServer('silent');
    vi.stubEnv('FAILPATH_SMTP_URL', `${silent.url}/?greetingTimeout=300`);
    expect(await send()).toMatchObject({ outcome: 'retry', problem: 'timed_out' });
    await silent.close();
    const hasty = await startSilentServer('closing');
    vi.stubEnv('FAILPATH_SMTP_URL', hasty.url);
    expect(await send()).toMatchObject({ outcome: 'retry', problem: 'not_reached' });
    await hasty.close();
  });
});

function sending(): Sending {
  const notice = handOffNotice();
  return {
    settings: { kind: 'mail', to: [] },
    secrets: { kind: 'mail' },
    members: [ANN, LI],
    deliveryId: notice.deliveryId,
    fingerprint: notice.fingerprint,
    subject: '',
    body: '',
    now: NOW,
  };
}

function send(
  change: Parameters<typeof handOffNotice>[0] = {},
  other: Partial<Sending> = {},
  which: 'body' | 'repeatedBody' = 'body',
): Promise<SendResult> {
  const notice = handOffNotice(change);
  const message = mail.render(notice);
  const { deliveryId, fingerprint } = notice;
  return mail.send({
    ...sending(),
    ...{ deliveryId, fingerprint, subject: message.subject, body: message[which] },
    ...other,
  });
}
