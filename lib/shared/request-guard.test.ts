import { describe, expect, it } from 'vitest';
import { bodyLimit, type GuardSettings, guardRequest } from './request-guard';

const LOCAL: GuardSettings = { publicOrigin: null, loopback: true };
const PUBLIC: GuardSettings = { publicOrigin: 'https://failpath.example.com', loopback: false };
const HERE = { host: 'localhost:3000' };
const COOKIE = { ...HERE, cookie: 'failpath.session=x' };
const MB = 1024 * 1024;

function judge(headers: Record<string, string>, settings = LOCAL, { method = 'POST', path = '/nodes/1' } = {}) {
  return guardRequest({ method, path, header: (name) => headers[name] ?? null }, settings)?.reason ?? 'passes';
}

describe('requests of other sites', () => {
  it.each([
    ['same-origin', 'passes'],
    ['none', 'passes'],
    ['same-site', 'cross_site'],
    ['cross-site', 'cross_site'],
    ['', 'cross_site'],
  ])('with Sec-Fetch-Site %j: %s', (site, outcome) => {
    expect(judge({ ...COOKIE, 'sec-fetch-site': site })).toBe(outcome);
    // What the browser says of the site counts more than an Origin that looks like ours.
    expect(judge({ ...COOKIE, 'sec-fetch-site': site, origin: 'http://localhost:3000' })).toBe(outcome);
  });

  it.each([
    ['http://localhost:3000', 'passes'],
    ['http://localhost:3001', 'cross_site'],
    ['http://evil.example', 'cross_site'],
    ['http://localhost:3000.evil.example', 'cross_site'],
    ['null', 'cross_site'],
    ['', 'cross_site'],
    ['file://', 'cross_site'],
  ])('without it, with Origin %j: %s', (origin, outcome) => {
    expect(judge({ ...COOKIE, origin })).toBe(outcome);
    expect(judge({ ...HERE, origin })).toBe(outcome);
  });

  it('knows the public address, whatever name a proxy before it uses', () => {
    const asked = { ...COOKIE, host: '10.0.0.7:3000' };
    expect(judge({ ...asked, origin: 'https://failpath.example.com' }, PUBLIC)).toBe('passes');
    expect(judge({ ...asked, origin: 'https://evil.example' }, PUBLIC)).toBe('cross_site');
    expect(judge({ ...COOKIE, host: 'failpath.example.com', origin: 'https://failpath.example.com' }, PUBLIC)).toBe(
      'passes',
    );
  });

  it('a cookie without a word of where it comes from is refused, a bearer token is not', () => {
    const token = { ...HERE, authorization: 'Bearer fp_x' };
    expect(judge(COOKIE)).toBe('cross_site');
    expect(judge(HERE)).toBe('passes');
    expect(judge(token)).toBe('passes');
    expect(judge({ ...token, 'sec-fetch-site': 'cross-site' })).toBe('passes');
    expect(judge({ ...token, ...COOKIE, 'sec-fetch-site': 'cross-site' })).toBe('cross_site');
    expect(judge({ ...token, ...COOKIE })).toBe('cross_site');
    expect(judge({ ...HERE, authorization: 'Basic eDp5', origin: 'http://evil.example' })).toBe('cross_site');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'post', 'PROPFIND'])('judges %s', (method) => {
    expect(judge({ ...COOKIE, origin: 'http://evil.example' }, LOCAL, { method })).toBe('cross_site');
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('lets %s pass, which changes nothing', (method) => {
    expect(judge({ ...COOKIE, 'sec-fetch-site': 'cross-site', host: 'evil' }, LOCAL, { method })).toBe('passes');
  });
});

describe('names that lead to the loopback interface', () => {
  const page = (host: string) => ({ ...COOKIE, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' });

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000'])('%s passes', (host) => {
    expect(judge(page(host))).toBe('passes');
  });

  it.each(['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', ''])('%j is refused', (host) => {
    expect(judge(page(host))).toBe('strange_host');
  });

  it('the public address passes; and a server that is no loopback one answers to any name', () => {
    expect(judge(page('box:3000'), { loopback: true, publicOrigin: 'http://box:3000' })).toBe('passes');
    expect(judge(page('evil.example'), PUBLIC)).toBe('passes');
  });
});

describe('lengths of bodies', () => {
  const ours = { ...COOKIE, 'sec-fetch-site': 'same-origin' };
  const at = (path: string, length: number) => judge({ ...ours, 'content-length': `${length}` }, LOCAL, { path });

  it.each([
    ['/import', 24],
    ['/api/v1/workflows', 24],
    ['/api/v1/workflows/preview', 24],
    ['/api/v1/run-steps', 16],
    ['/api/v1/workflows/1/export', 1],
    ['/nodes/1', 1],
    ['/importer', 1],
    ['/api/v1/nodes/1/policy', 1],
    ['/', 1],
  ])('%s takes %i MB', (path, megabytes) => {
    expect(bodyLimit(path)).toBe(megabytes * MB);
    expect(at(path, megabytes * MB)).toBe('passes');
    expect(at(path, megabytes * MB + 1)).toBe('too_large');
  });

  it('refuses a length that is none, and a body without one', () => {
    expect(judge({ ...ours, 'content-length': '1e3' })).toBe('too_large');
    expect(judge({ ...ours, 'content-length': '-1' })).toBe('too_large');
    const chunked = { ...ours, 'transfer-encoding': 'chunked' };
    expect(judge(chunked)).toBe('length_required');
    expect(judge(chunked, LOCAL, { path: '/api/auth/sign-in/email' })).toBe('length_required');
    expect(judge(chunked, LOCAL, { path: '/api/v1/run-steps' })).toBe('passes');
    expect(judge(ours)).toBe('passes');
  });
});
