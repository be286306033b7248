import { createServer as createPlainServer, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAllowedHosts } from '@/lib/network/address';
import type { Network } from '@/lib/network/guarded-post';
import { startVendor, type VendorServer } from '../testing/vendor-servers';
import { guardedPost, type Outgoing } from './guarded-fetch';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('the guard', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    '::7f00:1',
  ])('blocks a name that leads to %s, without a connection', async (address) => {
    const { network, attempts } = recorded({ 'hooks.example.com': [address] });
    expect(await guardedPost(post('https://hooks.example.com/in'), network)).toEqual({ kind: 'blocked' });
    expect(attempts).toEqual([]);
  });

  it('blocks a name when any of its addresses is private', async () => {
    const { network, attempts } = recorded({ 'hooks.example.com': ['93.184.216.34', '10.0.0.1'] });
    expect(await guardedPost(post('https://hooks.example.com/in'), network)).toEqual({ kind: 'blocked' });
    expect(attempts).toEqual([]);
  });

  it('blocks this machine under its public address', async () => {
    const { network, attempts } = recorded({ 'hooks.example.com': ['93.184.216.34'] }, ['93.184.216.34']);
    expect(await guardedPost(post('https://hooks.example.com/in'), network)).toEqual({ kind: 'blocked' });
    expect(attempts).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
    'http://hooks.example.com/',
    'https://hooks.example.com:22/',
  ])('blocks %s before anything is resolved', async (url) => {
    const { network, attempts, resolved } = recorded({ 'hooks.example.com': ['93.184.216.34'] });
    expect(await guardedPost(post(url), network)).toEqual({ kind: 'blocked' });
    expect([...attempts, ...resolved]).toEqual([]);
  });

  it.each([
    ['slack', 'https://hooks.slack.com.evil.test/services/T/B/X'],
    ['dingtalk', 'https://oapi.dingtalk.com@evil.test/robot/send?access_token=a'],
  ] as const)('blocks another host for %s', async (kind, url) => {
    const { network, attempts } = recorded({ 'evil.test': ['93.184.216.34'] });
    expect(await guardedPost({ ...post(url), kind }, network)).toEqual({ kind: 'blocked' });
    expect(attempts).toEqual([]);
  });

  it('blocks a vendor name that leads into the private network', async () => {
    const { network, attempts } = recorded({ 'hooks.slack.com': ['10.0.0.1'] });
    const slack = { ...post('https://hooks.slack.com/services/T/B/X'), kind: 'slack' } as const;
    expect(await guardedPost(slack, network)).toEqual({ kind: 'blocked' });
    expect(attempts).toEqual([]);
  });

  it('connects to the address that was judged, under the name, and asks for the name once', async () => {
    const { network, attempts, resolved } = recorded({ 'hooks.example.com': ['93.184.216.34', '2606:4700::1111'] });
    expect(await guardedPost(post('https://hooks.example.com/in'), network)).toEqual({
      kind: 'not_reached',
      code: 'ETESTONLY',
    });
    expect(resolved).toEqual(['hooks.example.com']);
    expect(attempts).toEqual([
      { hostname: '93.184.216.34', servername: 'hooks.example.com' },
      { hostname: '2606:4700::1111', servername: 'hooks.example.com' },
    ]);
  });

  it('lets an operator allow a host with private addresses', async () => {
    const { network, attempts } = recorded({ 'jira.corp.example': ['10.0.0.1'] });
    const allowed = parseAllowedHosts('jira.corp.example').hosts;
    const exchange = await guardedPost(post('https://jira.corp.example/in'), { ...network, allowed });
    expect(exchange.kind).toBe('not_reached');
    expect(attempts).toHaveLength(1);
  });

  it('takes a name that cannot be resolved for not reached', async () => {
    const { network } = recorded({});
    expect(await guardedPost(post('https://hooks.example.com/in'), network)).toEqual({
      kind: 'not_reached',
      code: 'ENOTFOUND',
    });
  });

  it('ends when resolving takes too long', async () => {
    const { network } = recorded({});
    const stuck = { ...network, totalMs: 100, resolve: () => new Promise<never>(() => undefined) };
    expect(await guardedPost(post('https://hooks.example.com/in'), stuck)).toMatchObject({ kind: 'not_reached' });
  });
});

describe('real sockets on loopback', () => {
  it('sends what it is given and reads the answer', async () => {
    const { server, network } = await vendor();
    server.next({ kind: 'answer', status: 429, body: 'slow', headers: { 'retry-after': '7' } });
    const exchange = await guardedPost(
      { ...post(server.url), headers: { 'x-a': 'b' }, body: '{"说":"错误"}' },
      network,
    );
    expect(exchange).toEqual({
      kind: 'answered',
      answer: { status: 429, retryAfter: '7', text: 'slow', whole: true },
    });
    expect(server.requests).toMatchObject([
      { body: '{"说":"错误"}', headers: { 'x-a': 'b' }, path: '/hooks/failpath' },
    ]);
  });

  it('tells a refused connection from a lost one: nothing was written', async () => {
    const { server, network } = await vendor();
    await server.close();
    expect(await guardedPost(post(server.url), network)).toEqual({ kind: 'not_reached', code: 'ECONNREFUSED' });
  });

  it('takes a failed TLS handshake for not reached', async () => {
    const { server, network } = await vendor();
    const exchange = await guardedPost(post(server.url.replace('http:', 'https:')), network);
    expect(exchange.kind).toBe('not_reached');
    expect(server.requests).toEqual([]);
  });

  it('takes a handshake that hangs for not reached', async () => {
    const { host } = await rawServer(() => undefined);
    const network = { ...onLoopback(host), totalMs: 300 };
    expect(await guardedPost(post(`https://${host}/`), network)).toMatchObject({ kind: 'not_reached' });
  });

  it('does not know what became of a request that is never answered', async () => {
    const { server, network } = await vendor();
    server.next({ kind: 'hang' });
    const exchange = await guardedPost(post(server.url), { ...network, totalMs: 300 });
    expect(exchange).toMatchObject({ kind: 'no_answer', problem: 'timed_out' });
    expect(server.requests).toHaveLength(1);
  });

  it('does not know what became of a request whose connection is reset', async () => {
    const { server, network } = await vendor();
    server.next({ kind: 'reset' });
    expect(await guardedPost(post(server.url), network)).toMatchObject({
      kind: 'no_answer',
      problem: 'connection_broke',
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each(['reset_mid_answer', 'hang_mid_answer'] as const)('keeps the status of an answer: %s', async (kind) => {
    const { server, network } = await vendor();
    server.next({ kind, status: 200 });
    const exchange = await guardedPost(post(server.url), { ...network, totalMs: 500 });
    expect(exchange).toMatchObject({ kind: 'answered', answer: { status: 200, whole: false } });
  });

  it('reads 64 KB of a 10 MB answer, and no more', async () => {
    const { server, network } = await vendor();
    server.next({ kind: 'flood', status: 200 });
    const exchange = await guardedPost(post(server.url), network);
    expect(exchange.kind).toBe('answered');
    if (exchange.kind !== 'answered') return;
    expect(exchange.answer.whole).toBe(false);
    expect(exchange.answer.text).toHaveLength(65_536);
  });

  it('follows no redirect', async () => {
    const { server, network } = await vendor();
    const other = await startVendor('webhook');
    closing.push(other.close);
    server.next({ kind: 'redirect', to: other.url });
    expect(await guardedPost(post(server.url), network)).toMatchObject({ kind: 'answered', answer: { status: 302 } });
    expect(other.requests).toEqual([]);
  });

  it('is not confused by headers without end', async () => {
    const { host } = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const filling = setInterval(() => socket.write(`x: ${'y'.repeat(20_000)}\r\n`), 5);
      socket.on('close', () => clearInterval(filling));
    });
    const exchange = await guardedPost(post(`http://${host}/`), { ...onLoopback(host), totalMs: 3_000 });
    expect(exchange).toMatchObject({
      kind: 'no_answer',
      problem: 'connection_broke',
      code: 'UND_ERR_HEADERS_OVERFLOW',
    });
  });

  it('is not confused by what is no HTTP', async () => {
    const { host } = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    const exchange = await guardedPost(post(`http://${host}/`), onLoopback(host));
    expect(exchange).toMatchObject({ kind: 'no_answer', problem: 'connection_broke' });
  });
});

function post(url: string): Outgoing {
  return { kind: 'webhook', url, headers: { 'content-type': 'application/json' }, body: '{}' };
}

interface Attempt {
  readonly hostname: string;
  readonly servername: string | undefined;
}

/** A network that resolves by a table, opens nothing, and keeps what would have been opened. */
function recorded(names: Readonly<Record<string, readonly string[]>>, own: readonly string[] = []) {
  const attempts: Attempt[] = [];
  const resolved: string[] = [];
  const network: Network = {
    allowed: [],
    resolve: async (host) => {
      resolved.push(host);
      return names[host] ?? [];
    },
    connect: ({ hostname, servername }, callback) => {
      attempts.push({ hostname, servername });
      callback(Object.assign(new Error('nothing is opened in tests'), { code: 'ETESTONLY' }), null);
    },
    ownAddresses: () => own,
    totalMs: 5_000,
  };
  return { network, attempts, resolved };
}

function onLoopback(host: string): Network {
  return {
    allowed: parseAllowedHosts(host).hosts,
    resolve: async () => ['127.0.0.1'],
    connect: buildConnector({ timeout: 2_000 }),
    ownAddresses: () => [],
    totalMs: 5_000,
  };
}

async function vendor(): Promise<{ server: VendorServer; network: Network }> {
  const server = await startVendor('webhook');
  closing.push(server.close);
  return { server, network: onLoopback(server.host) };
}

async function rawServer(onConnection: (socket: Socket) => void): Promise<{ host: string }> {
  const sockets: Socket[] = [];
  const server = createPlainServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { host: `127.0.0.1:${address.port}` };
}
