import { describe, expect, it } from 'vitest';
import { EnvironmentError, readEnvironment } from './env';

describe('readEnvironment', () => {
  it('has a default for everything that needs one', () => {
    expect(readEnvironment({})).toEqual({ PORT: 3000, FAILPATH_DATA: '.data', LOG_LEVEL: 'info' });
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
});
