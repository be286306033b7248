import { NextRequest } from 'next/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { config, proxy } from './proxy';

afterEach(() => vi.unstubAllEnvs());

const SIGNED_IN = { host: 'localhost:3000', cookie: 'failpath_session=x; __Host-failpath_session=x' };
const ask = (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { ...init, headers: { ...SIGNED_IN, ...init.headers } }));
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';
/** How Next passes on what a proxy changes on the request. */
const passedOn = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

describe('proxy', () => {
  it('gives each page a policy with a nonce of its own, on the request and on the answer', () => {
    const [first, second] = [ask('/nodes'), ask('/nodes')];
    expect(policyOf(first)).not.toBe(policyOf(second));
    const nonce = passedOn(first, 'x-nonce') ?? '';
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(passedOn(first, 'content-security-policy')).toBe(policyOf(first));
    expect(policyOf(first).split('; ')).toEqual([
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src-elem 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  it('replaces what a client claims under the names of its own headers', () => {
    const claimed = {
      'x-nonce': 'mine',
      'x-failpath-path': '//evil.example',
      'content-security-policy': 'script-src *',
    };
    const response = ask('/nodes?status=none&q=%E4%BB%98', { headers: claimed });
    expect(passedOn(response, 'x-nonce')).not.toBe('mine');
    expect(passedOn(response, 'x-failpath-path')).toBe('/nodes?status=none&q=%E4%BB%98');
    expect(passedOn(response, 'content-security-policy')).toBe(policyOf(response));
  });

  it('sends who is not signed in to the door, and back; actions and routes say so themselves', () => {
    vi.stubEnv('FAILPATH_URL', 'https://failpath.example.com');
    const stranger = { cookie: 'failpath_session=of-plain-http' };
    const sent = ask('/nodes?q=a', { headers: stranger });
    expect(sent.status).toBe(307);
    expect(sent.headers.get('location')).toBe('http://localhost:3000/sign-in?next=%2Fnodes%3Fq%3Da');
    expect(sent.headers.get('strict-transport-security')).not.toBeNull();
    for (const path of ['/sign-in', '/welcome/token', '/api/v1/me'])
      expect(ask(path, { headers: stranger }).headers.get('x-middleware-next'), path).toBe('1');
    const action = { method: 'POST', headers: { ...stranger, 'sec-fetch-site': 'same-origin' } };
    expect(ask('/nodes', action).headers.get('x-middleware-next')).toBe('1');
  });

  it('lets data load nothing', () => {
    expect(policyOf(ask('/api/v1/workflows'))).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(policyOf(ask('/apiary'))).toContain("'strict-dynamic'");
  });

  it('asks for https only where the public address is https', () => {
    expect(ask('/').headers.get('strict-transport-security')).toBeNull();
    expect(policyOf(ask('/'))).not.toContain('upgrade-insecure-requests');
    vi.stubEnv('FAILPATH_URL', 'https://failpath.example.com');
    for (const path of ['/', '/api/v1/me'])
      expect(ask(path).headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(policyOf(ask('/'))).toContain('; upgrade-insecure-requests');
  });

  it('gives the development server what its overlay needs, and only it', () => {
    vi.stubEnv('NODE_ENV', 'development');
    expect(policyOf(ask('/'))).toContain("'unsafe-eval'");
    expect(policyOf(ask('/'))).toContain("style-src-elem 'self' 'unsafe-inline'");
    vi.stubEnv('NODE_ENV', 'production');
    expect(policyOf(ask('/'))).not.toMatch(/unsafe-eval|style-src-elem 'self' 'unsafe-inline'/);
  });

  it('refuses a form of another site, as problem details', async () => {
    const headers = { cookie: 'a=b', origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/groups', '/api/v1/workflows', '/api/auth/sign-in/email']) {
      const response = ask(path, { method: 'POST', headers });
      expect(response.status).toBe(403);
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(await response.json()).toMatchObject({ type: 'about:blank', status: 403, code: 'cross_site' });
    }
    const own = { cookie: 'a=b', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect(ask('/groups', { method: 'POST', headers: own }).headers.get('x-middleware-next')).toBe('1');
  });

  it('refuses a body over the limit of its path, with the limit', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-length': `${2 * 1024 * 1024}` };
    const response = ask('/api/v1/nodes/1/policy', { method: 'PUT', headers });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'too_large', limit: 1024 * 1024 });
    expect(ask('/api/v1/workflows', { method: 'POST', headers }).status).toBe(200);
  });

  it('says which methods an address of the interface answers to', async () => {
    const refused = ask('/api/v1/nodes/1/policy', { method: 'DELETE', headers: { 'sec-fetch-site': 'same-origin' } });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS, PUT');
    expect(await refused.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(ask('/api/v1/me', { method }).headers.get('x-middleware-next'), method).toBe('1');
    expect(ask('/api/v1/nope').headers.get('x-middleware-next')).toBe('1');
  });

  it('stands before everything but files of the build', () => {
    const pattern = new RegExp(`^${config.matcher[0]}$`);
    for (const path of ['/', '/nodes', '/api/v1/me', '/icon.svg/x', '/_next/data/x', '/_next/imagery'])
      expect(pattern.test(path), path).toBe(true);
    for (const path of ['/_next/static/chunks/a.js', '/_next/image', '/icon.svg'])
      expect(pattern.test(path), path).toBe(false);
  });
});
