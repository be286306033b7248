import { describe, expect, it } from 'vitest';
import { EnvironmentError, isLoopback, publicAddress, readEnvironment } from './env';

describe('readEnvironment', () => {
  it('has a default for everything that needs one', () => {
    expect(readEnvironment({})).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      FAILPATH_WORKER: '1',
      FAILPATH_DRAIN_SECONDS: 0,
      FAILPATH_DATA: '.data',
      LOG_LEVEL: 'info',
    });
  });

  it('takes an empty value for not set, and leaves other variables alone', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '', HOME: '/home/a' })).not.toHaveProperty('DATABASE_URL');
    expect(readEnvironment({ PORT: '8080' }).PORT).toBe(8080);
  });

  it('names every wrong variable, and does not repeat a password', () => {
    const read = () =>
      readEnvironment({ PORT: '70000', DATABASE_URL: 'mysql://root:hunter2@db/x', FAILPATH_SAMPLE: 'yes' });
    expect(read).toThrow(EnvironmentError);
    try {
      read();
    } catch (error) {
      const message = String(error);
      for (const part of [
        'PORT: must be at most 65535',
        'DATABASE_URL: must look like',
        'FAILPATH_SAMPLE: must be 0 or 1',
      ]) {
        expect(message).toContain(part);
      }
      expect(message).not.toContain('hunter2');
    }
  });

  it.each(['3000abc', '0', '-1', '3.5'])('refuses PORT=%s', (PORT) => {
    expect(() => readEnvironment({ PORT })).toThrow('PORT: must be');
  });

  it('does not read the secret keys, so that no message can hold one', () => {
    expect(readEnvironment({ FAILPATH_SECRET_KEYS: 'hunter2' }).FAILPATH_SECRET_KEYS).toBe('hunter2');
  });

  it.each(['failpath.example.com', 'ftp://a', 'https://a/b', 'https://a:b@c', 'https://a/?b', 'not a url'])(
    'refuses FAILPATH_URL=%s',
    (FAILPATH_URL) => expect(() => readEnvironment({ FAILPATH_URL })).toThrow('FAILPATH_URL: must look like'),
  );

  it.each(['a b', 'a/b', '--inspect=1 x'])('refuses HOST=%s', (HOST) => {
    expect(() => readEnvironment({ HOST })).toThrow('HOST: must be');
  });
});

describe('publicAddress', () => {
  it('is an origin: the one that was set, else localhost with the port', () => {
    expect(publicAddress(readEnvironment({ FAILPATH_URL: 'https://Failpath.example.com/' }))).toBe(
      'https://failpath.example.com',
    );
    expect(publicAddress(readEnvironment({ PORT: '4000' }))).toBe('http://localhost:4000');
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('%s', (host) => expect(isLoopback(host)).toBe(true));
  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com'])('not %s', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
