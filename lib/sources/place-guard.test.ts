import { describe, expect, it } from 'vitest';
import { parseAllowedHosts } from '@/lib/network/address';
import { judgePlace } from './place-guard';

const judge = (host: string, port = 5432, tls: 'off' | 'encrypted' | 'verified' = 'verified', allowed = '') =>
  judgePlace({ host, port, database: 'd', user: 'u', tls }, parseAllowedHosts(allowed).hosts);

describe('judgePlace', () => {
  it.each([
    ['db.example.com', 5432, 'verified', null],
    ['db.example.com', 25060, 'encrypted', null],
    ['db.example.com', 22, 'verified', 'address_port'],
    ['db.example.com', 5432, 'off', 'address_not_tls'],
    ['8.8.8.8', 5432, 'verified', null],
    ['2606:4700::1111', 5432, 'verified', null],
    ['10.0.0.1', 5432, 'verified', 'address_private'],
    ['0x7f.1', 5432, 'verified', 'address_private'],
    ['2130706433', 5432, 'verified', 'address_private'],
    ['::1', 5432, 'verified', 'address_private'],
    ['::ffff:10.0.0.1', 5432, 'verified', 'address_private'],
    ['169.254.169.254', 5432, 'verified', 'address_private'],
    ['db', 5432, 'verified', 'address_private'],
    ['db.internal.', 5432, 'verified', 'address_private'],
    ['localhost', 5432, 'verified', 'address_private'],
    ['/var/run/postgresql', 5432, 'verified', 'address_unreadable'],
    ['a@b', 5432, 'verified', 'address_unreadable'],
    ['a?host=b', 5432, 'verified', 'address_unreadable'],
    ['%2Ftmp', 5432, 'verified', 'address_unreadable'],
  ] as const)('%s:%i %s: %s', (host, port, tls, problem) => {
    expect(judge(host, port, tls).problem).toBe(problem);
  });

  it('lets the operator allow a host, without TLS too, at its usual ports or a named one', () => {
    expect(judge('10.0.0.1', 5432, 'off', '10.0.0.1')).toEqual({ host: '10.0.0.1', allowed: true, problem: null });
    expect(judge('10.0.0.1', 6432, 'off', '10.0.0.1').problem).toBeNull();
    expect(judge('10.0.0.1', 22, 'off', '10.0.0.1').problem).toBe('address_private');
    expect(judge('DB', 15432, 'off', 'db:15432')).toEqual({ host: 'db', allowed: true, problem: null });
    expect(judge('db', 5432, 'off', 'db:15432').problem).toBe('address_private');
    expect(judge('0xa.1', 5432, 'off', '10.0.0.1')).toEqual({ host: '10.0.0.1', allowed: true, problem: null });
  });
});
