import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChannelSecrets, ChannelSettings } from '@/lib/owners/channel-schema';
import type { SendResult } from '../send-result';
import { dingtalkSignature, feishuSignature } from '../signatures';
import type { Misbehaviour } from '../testing/misbehaviour';
import { handOffNotice } from '../testing/notices';
import { startVendor, VENDOR_SECRETS, type VendorKind, type VendorServer } from '../testing/vendor-servers';
import { senderOf } from './registry';

/** Now, since the servers check signatures by their clock; on the second, as dates of HTTP are. */
const NOW = new Date(Math.floor(Date.now() / 1_000) * 1_000);

const KINDS = ['slack', 'teams', 'feishu', 'dingtalk', 'wecom', 'jira', 'webhook'] as const;
const CODED = { feishu: ['code', 'msg'], dingtalk: ['errcode', 'errmsg'], wecom: ['errcode', 'errmsg'] } as const;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

describe.each(KINDS)('%s', (kind) => {
  it.each(['en', 'zh-CN'] as const)(
    'is taken by a server that checks as the provider does, in %s',
    async (language) => {
      const { server, send } = await channel(kind);
      const result = await send({ language, record: { errorMessage: '错误 <@all> & "x"'.repeat(100_000) } });
      expect(result.outcome).toBe('ok');
      expect(server.requests).toHaveLength(1);
      expect(result).toMatchObject(kind === 'jira' ? { providerRef: 'OPS-42', status: 201 } : { outcome: 'ok' });
    },
  );

  it.each<[string, Misbehaviour, Partial<SendResult>]>([
    [
      'asks to wait (seconds)',
      { kind: 'answer', status: 429, headers: { 'retry-after': '30' } },
      { outcome: 'retry', problem: 'rate_limited', status: 429, afterMs: 30_000, channelRestsMs: 30_000 },
    ],
    [
      'asks to wait (date)',
      { kind: 'answer', status: 429, headers: { 'retry-after': new Date(NOW.getTime() + 60_000).toUTCString() } },
      { outcome: 'retry', problem: 'rate_limited', status: 429, afterMs: 60_000 },
    ],
    ['breaks', { kind: 'answer', status: 500 }, { outcome: 'retry', problem: 'server_error', status: 500 }],
    ['is away', { kind: 'answer', status: 503 }, { outcome: 'retry', problem: 'server_error', status: 503 }],
    ['redirects', { kind: 'redirect', to: 'http://127.0.0.1:9/' }, { outcome: 'permanent', problem: 'redirected' }],
    ['resets', { kind: 'reset' }, { outcome: 'unknown', problem: 'connection_broke' }],
    ['asks for credentials', { kind: 'answer', status: 401 }, { outcome: 'permanent', problem: 'bad_credentials' }],
    ['does not know the address', { kind: 'answer', status: 404 }, { outcome: 'permanent', problem: 'gone' }],
    ['is gone', { kind: 'answer', status: 410 }, { outcome: 'permanent', problem: 'gone', status: 410 }],
    ['finds it too large', { kind: 'answer', status: 413 }, { outcome: 'permanent', problem: 'too_large' }],
  ])('%s', async (_, how, expected) => {
    const { server, send } = await channel(kind);
    server.next(how);
    expect(await send()).toMatchObject(expected);
  });

  it('is not reached when nobody listens', async () => {
    const { server, send } = await channel(kind);
    await server.close();
    expect(await send()).toEqual({ outcome: 'retry', problem: 'not_reached', answer: 'ECONNREFUSED' });
  });

  it('blocks the address when the operator does not allow it', async () => {
    const { server, send } = await channel(kind);
    vi.stubEnv('FAILPATH_CHANNEL_HOSTS', '');
    expect(await send()).toEqual({ outcome: 'permanent', problem: 'blocked_address' });
    expect(server.requests).toEqual([]);
  });

  it('sends nothing with the secrets of another kind', async () => {
    const { send } = await channel(kind);
    expect(await send({}, { secrets: { kind: 'mail' } })).toEqual({
      outcome: 'permanent',
      problem: 'secret_unreadable',
    });
  });

  it.each<Misbehaviour>([{ kind: 'html' }, { kind: 'flood', status: 200 }, { kind: 'reset_mid_answer', status: 200 }])(
    'does not take 2xx for more than it says: $kind',
    async (how) => {
      const { server, send } = await channel(kind);
      server.next(how);
      const result = await send();
      if (kind === 'webhook' || kind === 'teams') expect(result).toMatchObject({ outcome: 'ok', status: 200 });
      else expect(result).toMatchObject({ outcome: 'unknown', problem: 'unexpected_answer', status: 200 });
      expect(JSON.stringify(result)).not.toContain('Please sign in');
    },
  );
});

describe.each(['feishu', 'dingtalk', 'wecom'] as const)('%s answers with a code of its own', (kind) => {
  const [code, message] = CODED[kind];
  const cases: Record<typeof kind, [number, string, Partial<SendResult>][]> = {
    feishu: [
      [11_232, 'frequency limited', { outcome: 'retry', problem: 'rate_limited' }],
      [429, 'too many', { outcome: 'retry', problem: 'rate_limited' }],
      [9_499, 'too many request', { outcome: 'retry', problem: 'rate_limited' }],
      [9_499, 'Bad Request', { outcome: 'permanent', problem: 'rejected' }],
      [19_021, 'sign match fail', { outcome: 'permanent', problem: 'bad_credentials' }],
      [19_022, 'Ip Not Allowed', { outcome: 'permanent', problem: 'rejected' }],
      [19_024, 'Key Words Not Found', { outcome: 'permanent', problem: 'rejected' }],
    ],
    dingtalk: [
      [-1, '系统繁忙', { outcome: 'retry', problem: 'server_error', mostTries: 3 }],
      [130_101, 'send too fast', { outcome: 'retry', problem: 'rate_limited', channelRestsMs: 600_000 }],
      [460_101, 'too long', { outcome: 'permanent', problem: 'too_large' }],
      [310_000, 'sign not match', { outcome: 'permanent', problem: 'bad_credentials' }],
      [310_000, 'keywords not in content', { outcome: 'permanent', problem: 'rejected' }],
    ],
    wecom: [
      [-1, 'system busy', { outcome: 'retry', problem: 'server_error', mostTries: 3 }],
      [45_009, 'api freq out of limit', { outcome: 'retry', problem: 'rate_limited' }],
      [93_000, 'invalid webhook url', { outcome: 'permanent', problem: 'gone' }],
      [40_058, 'invalid request parameter', { outcome: 'permanent', problem: 'rejected' }],
      [40_008, 'invalid message type', { outcome: 'permanent', problem: 'rejected' }],
    ],
  };

  it.each(cases[kind])('%i %s', async (number, words, expected) => {
    const { server, send } = await channel(kind);
    const body = JSON.stringify({ [code]: number, [message]: words });
    server.next({ kind: 'answer', status: 200, body });
    expect(await send()).toMatchObject({ ...expected, status: 200, answer: `${number} ${words}` });
  });

  it('is heard under another status too', async () => {
    const [number = 0, words = '', expected = {}] =
      cases[kind].find(([, , { outcome }]) => outcome === 'permanent') ?? [];
    const { server, send } = await channel(kind);
    server.next({ kind: 'answer', status: 400, body: JSON.stringify({ [code]: number, [message]: words }) });
    expect(await send()).toMatchObject({ ...expected, status: 400 });
  });

  it('retries three times what no document explains: the provider did not take it', async () => {
    const { server, send } = await channel(kind);
    server.next({ kind: 'answer', status: 200, body: JSON.stringify({ [code]: 777, [message]: 'odd' }) });
    expect(await send()).toEqual({
      outcome: 'retry',
      problem: 'unexpected_answer',
      mostTries: 3,
      status: 200,
      answer: '777 odd',
    });
  });

  it.each(['{}', '[]', 'null', '""', '{"errcode":"0","code":"0"}', '{"StatusCode":0}', ''])(
    'does not take %s for a success',
    async (body) => {
      const { server, send } = await channel(kind);
      server.next({ kind: 'answer', status: 200, body });
      expect(await send()).toMatchObject({ outcome: 'unknown', problem: 'unexpected_answer' });
    },
  );

  it('masks the secrets of the channel in what is said', async () => {
    const { server, send, secrets } = await channel(kind);
    const url = 'url' in secrets ? secrets.url : '';
    const words = `bad ${url} and ${new URL(url).pathname}${new URL(url).search}`;
    server.next({ kind: 'answer', status: 200, body: JSON.stringify({ [code]: 777, [message]: words }) });
    const { answer } = await send();
    expect(answer).toContain('[redacted]');
    expect(answer).not.toMatch(/oken-?0123|key-0123/);
  });
});

describe('signatures', () => {
  it('are made anew with each try', async () => {
    const ding = await channel('dingtalk');
    await ding.send();
    await ding.send({}, { now: new Date(NOW.getTime() + 5_000) });
    const paths = ding.server.requests.map(({ path }) => path);
    const ms = [NOW.getTime(), NOW.getTime() + 5_000];
    for (const [index, path] of paths.entries()) {
      const at = ms[index] ?? 0;
      const sign = dingtalkSignature(at, VENDOR_SECRETS.dingtalk);
      expect(path).toBe(`/robot/send?access_token=dingtalkToken0123456789&timestamp=${at}&sign=${sign}`);
    }
    const bird = await channel('feishu');
    await bird.send({}, { now: new Date(NOW.getTime() + 5_000) });
    const seconds = Math.floor((NOW.getTime() + 5_000) / 1_000);
    expect(bird.server.requests[0]?.json).toMatchObject({
      timestamp: String(seconds),
      sign: feishuSignature(seconds, VENDOR_SECRETS.feishu),
    });
  });

  it('is refused when it is wrong', async () => {
    for (const kind of ['feishu', 'dingtalk'] as const) {
      const { send, secrets } = await channel(kind);
      if (secrets.kind !== 'feishu' && secrets.kind !== 'dingtalk') throw new Error('another kind');
      const result = await send({}, { secrets: { ...secrets, secret: 'wrong' } });
      expect(result).toMatchObject({ outcome: 'permanent', problem: 'bad_credentials' });
      expect(await send({}, { secrets: { kind, url: secrets.url } })).toMatchObject({ problem: 'bad_credentials' });
    }
  });

  it('a webhook is known again by its id, and signed by both secrets while rotating', async () => {
    const { server, send, secrets } = await channel('webhook');
    if (secrets.kind !== 'webhook') throw new Error('another kind');
    const other = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
    const rotating = { ...secrets, signingSecrets: [other, ...secrets.signingSecrets] };
    expect(await send({}, { secrets: rotating })).toEqual({ outcome: 'ok', status: 204 });
    expect(await send({}, { secrets: { ...secrets, signingSecrets: [other] } })).toMatchObject({
      problem: 'bad_credentials',
    });
    const [first, second] = server.requests;
    expect(first?.headers['webhook-id']).toBe(handOffNotice().deliveryId);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(first?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(second?.body).toBe(first?.body);
  });
});

describe('what a provider means by a status', () => {
  it.each([
    [400, 'invalid_payload', 'rejected'],
    [403, 'action_prohibited', 'rejected'],
    [404, 'channel_not_found', 'gone'],
    [410, 'channel_is_archived', 'gone'],
    [404, 'no_service', 'gone'],
    [400, 'no_service', 'gone'],
  ])('Slack %i %s', async (status, body, problem) => {
    const { server, send } = await channel('slack');
    server.next({ kind: 'answer', status, body });
    expect(await send()).toEqual({ outcome: 'permanent', problem, status, answer: body });
  });

  it.each(['OK', 'okay', 'not ok', '{"ok":true}', ''])('Slack 200 %j is no ok', async (body) => {
    const { server, send } = await channel('slack');
    server.next({ kind: 'answer', status: 200, body });
    expect(await send()).toMatchObject({ outcome: 'unknown', problem: 'unexpected_answer' });
  });

  it.each([429, 502, 504])('a webhook asks for rest by %i', async (status) => {
    const { server, send } = await channel('webhook');
    server.next({ kind: 'answer', status });
    const result = await send();
    expect(result).toMatchObject({ outcome: 'retry', channelRestsMs: 30_000 });
  });

  it('a webhook may say what it likes: none of it is kept', async () => {
    const { server, send } = await channel('webhook');
    server.next(
      { kind: 'answer', status: 400, body: 'root:x:0:0:root' },
      { kind: 'answer', status: 200, body: 'secret' },
    );
    expect(await send()).toEqual({ outcome: 'permanent', problem: 'rejected', status: 400 });
    expect(await send()).toEqual({ outcome: 'ok', status: 200 });
  });

  it('Jira says which field is wrong', async () => {
    const { send, settings } = await channel('jira');
    if (settings.kind !== 'jira') throw new Error('another kind');
    const result = await send({}, { settings: { ...settings, project: 'NOPE' } });
    expect(result).toMatchObject({ outcome: 'permanent', problem: 'rejected', answer: 'valid project is required' });
  });

  it('Jira gets a label of the alert, a summary on one line, and a wrong token is told', async () => {
    const { server, send, secrets } = await channel('jira');
    await send({ node: { id: 'n', name: `${'长'.repeat(300)}\nnext` } });
    expect(server.requests[0]?.json).toMatchObject({ fields: { labels: [`alertfp-${handOffNotice().fingerprint}`] } });
    if (secrets.kind !== 'jira') throw new Error('another kind');
    expect(await send({}, { secrets: { ...secrets, token: 'wrong' } })).toMatchObject({ problem: 'bad_credentials' });
  });

  it('Jira 201 without a key is not known to be an issue', async () => {
    const { server, send } = await channel('jira');
    server.next({ kind: 'answer', status: 201, body: '{"key":"../../evil"}' });
    expect(await send()).toMatchObject({ outcome: 'unknown', problem: 'unexpected_answer', status: 201 });
  });
});

interface Tried {
  readonly server: VendorServer;
  readonly settings: ChannelSettings;
  readonly secrets: ChannelSecrets;
  send(
    notice?: Parameters<typeof handOffNotice>[0],
    change?: { settings?: ChannelSettings; secrets?: ChannelSecrets; now?: Date },
  ): Promise<SendResult>;
}

async function channel(kind: VendorKind): Promise<Tried> {
  const server = await startVendor(kind);
  closing.push(() => server.close().catch(() => undefined));
  vi.stubEnv('FAILPATH_CHANNEL_HOSTS', server.host);
  const settings = settingsOf(kind, server.url);
  const secrets = secretsOf(kind, server.url);
  return {
    server,
    settings,
    secrets,
    send: async (change = {}, other = {}) => {
      const notice = handOffNotice(change);
      const sender = senderOf(kind);
      const { subject, body } = sender.render(notice);
      const { deliveryId, fingerprint } = notice;
      return sender.send({
        ...{ settings, secrets, members: [], deliveryId, fingerprint, subject, body, now: NOW },
        ...other,
      });
    },
  };
}

function settingsOf(kind: VendorKind, site: string): ChannelSettings {
  if (kind === 'jira') return { kind, site, email: 'bot@example.com', project: 'OPS', issueType: 'Incident' };
  return { kind };
}

function secretsOf(kind: VendorKind, url: string): ChannelSecrets {
  switch (kind) {
    case 'feishu':
    case 'dingtalk':
      return { kind, url, secret: VENDOR_SECRETS[kind] };
    case 'jira':
      return { kind, token: VENDOR_SECRETS.jira };
    case 'webhook':
      return { kind, url, signingSecrets: [VENDOR_SECRETS.webhook] };
    default:
      return { kind, url };
  }
}
