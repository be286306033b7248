import { describe, expect, it } from 'vitest';
import { createLog } from './log';

const SECRETS = {
  authorization: 'Bearer fp_hunter2hunter2',
  Cookie: 'failpath.session=hunter2',
  'set-cookie': ['failpath.session=hunter2; HttpOnly'],
  password: 'hunter2',
  newPassword: 'hunter2',
  token: 'hunter2',
  FAILPATH_SECRET_KEYS: 'k1:hunter2',
  clientSecret: { value: 'hunter2' },
};

/** The line that an event becomes. */
function lineOf(event: object): string {
  const lines: string[] = [];
  createLog('failpath-web', { write: (line) => lines.push(line) }).error(event, 'it failed');
  return lines.join('');
}

describe('log', () => {
  it.each([
    ['at the top', SECRETS],
    ['in headers', { req: { headers: SECRETS } }],
    ['deep down', { a: { b: { c: { d: [{ e: SECRETS }] } } } }],
    ['on an error', Object.assign(new Error('no'), { request: { headers: SECRETS } })],
    ['in its cause', { err: new Error('no', { cause: new Error('postgres://app:hunter2@db/x does not answer') }) }],
    ['in an address', { url: 'http://localhost:3000/welcome?next=%2F&token=hunter2#x' }],
    ['in a message', new Error('GET https://x.example/a?access_token=hunter2 with Bearer abc.hunter2.123')],
  ])('keeps no secret %s', (_, event) => {
    const line = lineOf(event);
    expect(line).toContain('[redacted]');
    expect(line).not.toContain('hunter2');
    expect(JSON.parse(line)).toMatchObject({ level: 50, name: 'failpath-web', msg: 'it failed' });
  });

  it('says all that helps: an error with type, message, stack and cause, and what stands beside it', () => {
    const failed = new TypeError('no such node', { cause: new Error('gone') });
    const written: unknown = JSON.parse(lineOf({ err: failed, url: '/api/v1/nodes/7?part=text', count: 3n }));
    expect(written).toMatchObject({
      err: {
        type: 'TypeError',
        message: expect.stringContaining('no such node'),
        stack: expect.stringContaining('gone'),
      },
      url: '/api/v1/nodes/7?part=text',
      count: '3',
    });
  });

  it('writes a line even of what cannot be written', () => {
    const loop: Record<string, unknown> = { token: 'hunter2' };
    loop.self = loop;
    expect(JSON.parse(lineOf(loop))).toMatchObject({ unwritable: ['token', 'self'], msg: 'it failed' });
  });
});
