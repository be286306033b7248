import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failpath, failpathHere } from './testing/failpath';
import { type Asked, type Reply, startServer, type TestServer } from './testing/server';

const TOKEN = 'fp_hunter2hunter2hunter2hunter2hunter2hunter2';
const ID = '3f0c1c54-7d57-4c62-9a53-0a9a5c9b1d11';
const TEXT = 'format: failpath/v1\r\nworkflow: payout # 付款\nnodes:\n  - id: pay\n';

let folder: string;
let server: TestServer;
let answer: (request: Asked) => Reply;

const at = (name: string) => path.join(folder, name);
const env = () => ({ FAILPATH_URL: server.url, FAILPATH_TOKEN: TOKEN });
const here = (args: readonly string[], more: Record<string, string> = {}) =>
  failpathHere(args, { env: { ...env(), ...more } });
const problem = (status: number, code: string, more: object = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'about:blank', title: `it is ${code}`, status, code, ...more },
});
const bytesOf = (base64: unknown) => Buffer.from(String(base64), 'base64').toString('utf8');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'failpath-cli-'));
  await writeFile(at('payout.yaml'), TEXT);
  await writeFile(at('payout.asl.json'), '{}');
  await writeFile(at('payout.asl.failpath.yaml'), 'sidecarOf: payout.asl.json\n');
  server = await startServer((request) => answer(request));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.asked.length = 0;
  answer = () => problem(404, 'not_found');
});

describe('failpath import', () => {
  it('sends the file byte for byte, with its token, and says where it is', async () => {
    answer = () => ({ status: 201, body: { workflowId: ID, changed: true } });
    const { code, out, err } = await failpath(['import', 'payout.yaml'], { cwd: folder, env: env() });
    expect({ code, out, err }).toEqual({
      code: 0,
      out: `payout.yaml: imported as ${server.url}/workflows/${ID}\n`,
      err: '',
    });
    expect(server.asked).toMatchObject([
      {
        method: 'POST',
        url: '/api/v1/workflows',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: { fileName: 'payout.yaml', encoding: 'base64' },
      },
    ]);
    const { content, sidecar } = Object(server.asked[0]?.body);
    expect(bytesOf(content)).toBe(TEXT);
    expect(sidecar).toBeUndefined();
    expect(server.asked[0]?.headers).not.toHaveProperty('cookie');
  });

  it('brings the sidecar that stands beside the file, or that is named, or none', async () => {
    answer = () => ({ status: 200, body: { workflowId: ID, changed: false } });
    const beside = await here(['import', '--json', at('payout.asl.json')]);
    expect(JSON.parse(beside.out)).toMatchObject({ changed: false, sidecar: at('payout.asl.failpath.yaml') });
    await here(['import', at('payout.asl.json'), '--sidecar', at('payout.yaml')]);
    await here(['import', at('payout.asl.json'), '--no-sidecar']);
    const sent = server.asked.map(({ body }) => Object(body).sidecar);
    expect(sent.map((each) => each && bytesOf(each))).toEqual(['sidecarOf: payout.asl.json\n', TEXT, undefined]);
  });

  it('replaces only when it is asked to, at the version that stands there', async () => {
    answer = ({ url }) =>
      url.includes('replace=')
        ? { status: 201, body: { workflowId: ID, changed: true } }
        : problem(409, 'exists', { workflowId: ID, version: 7 });
    const refused = await here(['import', at('payout.yaml')]);
    expect(refused).toMatchObject({ code: 3, out: '' });
    expect(refused.err).toContain('in version 7. With --replace');
    expect(server.asked).toHaveLength(1);

    const replaced = await here(['import', '--replace', '--json', at('payout.yaml')]);
    expect(replaced.code).toBe(0);
    expect(JSON.parse(replaced.out)).toMatchObject({ workflowId: ID, changed: true, replaced: true });
    expect(server.asked.at(-1)).toMatchObject({
      url: `/api/v1/workflows?replace=${ID}`,
      headers: { 'if-match': '"7"' },
    });
  });

  it('names the nodes that both sides changed, and replaces without merging when it is told to', async () => {
    answer = ({ url }) =>
      url.includes('replace=')
        ? problem(409, 'conflicts', { nodes: ['charge', 'ship'] })
        : problem(409, 'exists', { workflowId: ID, version: 7 });
    const { code, err } = await here(['import', '--replace', at('payout.yaml')]);
    expect(code).toBe(3);
    expect(err).toContain('  charge\n  ship\n');
    expect(err).toContain('--no-merge');
    expect(server.asked.at(-1)?.body).not.toHaveProperty('merge');
    await here(['import', '--replace', '--no-merge', at('payout.yaml')]);
    expect(server.asked.at(-1)).toMatchObject({ body: { merge: false } });
  });

  it('gives up when somebody published meanwhile', async () => {
    answer = ({ url }) =>
      url.includes('replace=')
        ? problem(412, 'precondition_failed')
        : problem(409, 'exists', { workflowId: ID, version: 7 });
    const { code, err } = await here(['import', '--replace', at('payout.yaml')]);
    expect({ code, err }).toEqual({ code: 3, err: 'it is precondition_failed (precondition_failed).\n' });
    expect(server.asked).toHaveLength(2);
  });

  it('shows what the server found in a file with its place', async () => {
    const place = { line: 3, column: 5, start: 40, end: 44 };
    const diagnostics = [{ code: 'no_nodes', severity: 'error', place }];
    answer = () => problem(422, 'unreadable', { file: 'definition', diagnostics, rejectedId: ID });
    const { code, err } = await here(['import', at('payout.yaml')]);
    expect(code).toBe(3);
    expect(err).toContain(`${at('payout.yaml')}:3:5: error: `);
  });
});

describe('failpath export', () => {
  const list = { workflows: [{ id: ID, key: 'payout', name: 'Payout' }] };
  const product = ({ url }: Asked): Reply => {
    if (url === '/api/v1/workflows') return { status: 200, body: list };
    if (url === `/api/v1/workflows/${ID}/export?part=definition`) return { status: 200, body: Buffer.from(TEXT) };
    if (url === `/api/v1/workflows/${ID}/export?part=sidecar`) return { status: 200, body: Buffer.from('side: 1\n') };
    return problem(404, 'not_found');
  };

  it('writes the bytes to standard output, found by key or id', async () => {
    answer = product;
    const byKey = await failpath(['export', 'payout'], { env: env() });
    expect(byKey).toEqual({ code: 0, out: TEXT, err: '' });
    expect(await here(['export', ID])).toEqual(byKey);
    expect(server.asked.filter(({ url }) => url.includes('sidecar'))).toEqual([]);
  });

  it('writes a file and its sidecar beside it', async () => {
    answer = product;
    const target = await mkdtemp(path.join(folder, 'out-'));
    const { code, out } = await here(['export', 'payout', '-o', path.join(target, 'p.asl.json')]);
    expect({ code, out }).toEqual({
      code: 0,
      out: `${path.join(target, 'p.asl.json')}\n${path.join(target, 'p.asl.failpath.yaml')}\n`,
    });
    expect(await readFile(path.join(target, 'p.asl.json'), 'utf8')).toBe(TEXT);
    expect(await readFile(path.join(target, 'p.asl.failpath.yaml'), 'utf8')).toBe('side: 1\n');
    await here(['export', 'payout', '--no-sidecar', '-o', path.join(target, 'q.yaml')]);
    expect(await readdir(target)).toEqual(['p.asl.failpath.yaml', 'p.asl.json', 'q.yaml']);
    const inline = await here(['export', 'payout', '--json']);
    expect(JSON.parse(inline.out)).toEqual({ workflowId: ID, files: [], content: TEXT, sidecar: 'side: 1\n' });
  });

  it('ends with 3 where there is no such workflow, with 2 where there are several or the file cannot be written', async () => {
    answer = product;
    expect(await here(['export', 'refund'])).toMatchObject({ code: 3, err: expect.stringContaining('refund') });
    const unwritable = await here(['export', 'payout', '-o', path.join(folder, 'no', 'such', 'folder')]);
    expect(unwritable).toMatchObject({ code: 2, out: '', err: expect.stringContaining('ENOENT') });
    answer = () => ({ status: 200, body: { workflows: [...list.workflows, { ...list.workflows[0], id: 'another' }] } });
    expect(await here(['export', 'payout'])).toMatchObject({ code: 2, err: expect.stringContaining('another') });
  });
});

describe('failpath token', () => {
  const me = {
    ...{ id: 'u1', name: 'Ann', role: 'editor', groups: ['payments-ops'], via: 'token' },
    token: { id: ID, scopes: ['read', 'import'] },
  };

  it('says whose it is and what it is for', async () => {
    answer = () => ({ status: 200, body: me });
    const { code, out } = await failpath(['token'], { env: env() });
    expect({ code, out }).toEqual({
      code: 0,
      out: `Ann, editor, at ${server.url}\ngroups: payments-ops\nscopes: read, import\n`,
    });
    expect(JSON.parse((await here(['token', '--json'])).out)).toEqual({ url: server.url, ...me });
  });

  it('is never shown, whatever the server says', async () => {
    const echo = { title: `no ${TOKEN}`, detail: TOKEN };
    for (const reply of [problem(401, 'signed_out', echo), { status: 200, body: { ...me, name: TOKEN } }]) {
      answer = () => reply;
      for (const args of [['token'], ['token', '--json']]) {
        const { out, err } = await here(args);
        expect(out + err).toContain('[token]');
        expect(out + err).not.toContain('hunter2');
      }
    }
    const broken = await failpath(['token'], { env: { ...env(), FAILPATH_TOKEN: `${TOKEN}\n密` } });
    expect(broken).toMatchObject({ code: 2, err: expect.stringContaining('FAILPATH_TOKEN: has characters') });
    expect(broken.out + broken.err).not.toContain('hunter2');
  });

  it('does not follow a redirect, which could lead the token away', async () => {
    answer = () => ({ status: 302, headers: { location: 'https://elsewhere.example/' } });
    const { code, err } = await here(['token']);
    expect(code).toBe(3);
    expect(err).toContain('https://elsewhere.example/');
    expect(server.asked).toHaveLength(1);
  });
});

describe('the way to the server', () => {
  it('ends with 2 without a token, with 3 when it is refused, with 4 when nobody is there', async () => {
    const none = await failpathHere(['token', '--json'], { env: { FAILPATH_URL: server.url } });
    expect(none.code).toBe(2);
    expect(JSON.parse(none.out)).toMatchObject({ error: { code: 'no_token' } });
    answer = () => problem(403, 'forbidden');
    expect(await here(['import', at('payout.yaml')])).toMatchObject({ code: 3, err: 'it is forbidden (forbidden).\n' });
    const { url, close } = await startServer(() => problem(404, 'not_found'));
    await close();
    const gone = await failpath(['token', '--json'], { env: { ...env(), FAILPATH_URL: url } });
    expect(gone).toMatchObject({ code: 4, err: `${url} is not reachable: ECONNREFUSED\n` });
    expect(JSON.parse(gone.out)).toMatchObject({ error: { code: 'unreachable' } });
  });

  it('takes what is not Failpath for a refusal', async () => {
    answer = () => ({ status: 502, body: Buffer.from('<h1>Bad gateway</h1>') });
    expect(await here(['token'])).toMatchObject({ code: 3, err: expect.stringContaining('502') });
    answer = () => ({ status: 200, body: Buffer.from('<h1>Welcome</h1>') });
    expect(await here(['token'])).toMatchObject({ code: 3, err: expect.stringContaining('another way') });
  });

  it('warns where the token would go in the clear', async () => {
    const { err } = await here(['token'], { FAILPATH_URL: 'http://failpath.invalid' });
    expect(err).toContain('is not https');
    expect((await here(['token'])).err).not.toContain('is not https');
  });
});
