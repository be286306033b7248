import { describe, expect, it } from 'vitest';
import { fieldOf, inputOf, valuesOf } from './channel-values';

const values = { ...valuesOf(null, 'Mail'), to: 'ann@example.com\n\nbo@example.com, cy' };

describe('the form of a channel', () => {
  it('asks for the addresses one by one, and finds each again by its line', () => {
    expect(inputOf('mail', values).settings).toEqual({ kind: 'mail', to: ['ann@example.com', 'bo@example.com', 'cy'] });
    expect(fieldOf('settings.to.2', values)).toEqual({ field: 'to', line: 3 });
    expect(fieldOf('settings.to', values)).toEqual({ field: 'to', line: null });
  });

  it('finds the fields of settings and secrets, and none for the rest', () => {
    expect(fieldOf('secrets.url', values)?.field).toBe('url');
    expect(fieldOf('settings.site', values)?.field).toBe('site');
    expect(fieldOf('name', values)?.field).toBe('name');
    expect(fieldOf('groupId', values)).toBeNull();
  });

  it('takes a secret away only when none is typed in its place', () => {
    expect(inputOf('feishu', { ...values, dropSecret: true }).secrets.secret).toBeNull();
    expect(inputOf('feishu', { ...values, dropSecret: true, secret: 'new' }).secrets.secret).toBe('new');
    expect(inputOf('feishu', values).secrets.secret).toBe('');
  });
});
