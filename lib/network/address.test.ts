import { describe, expect, it } from 'vitest';
import { isPublicIp, literalIp, parseAllowedHosts, typedAddressProblem } from './address';

describe('typedAddressProblem', () => {
  it.each([
    ['https://platform.example.com/in', null],
    ['https://platform.example.com:8443/in', null],
    ['platform.example.com', 'address_unreadable'],
    ['file:///etc/passwd', 'address_unreadable'],
    ['https://a:b@platform.example.com/', 'address_userinfo'],
    ['http://platform.example.com/', 'address_not_https'],
    ['https://platform.example.com:22/', 'address_port'],
    ['https://0x7f.1/', 'address_private'],
    ['https://db.internal/', 'address_private'],
  ])('%s: %s', (address, problem) => {
    expect(typedAddressProblem(address, [])).toBe(problem);
  });

  it('lets the operator allow a host', () => {
    expect(typedAddressProblem('http://127.0.0.1:9080/in', parseAllowedHosts('127.0.0.1:9080').hosts)).toBeNull();
  });
});

describe('isPublicIp', () => {
  it.each(['93.184.216.34', '8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'])('%s', (ip) => {
    expect(isPublicIp(ip)).toBe(true);
  });

  it.each([
    '10.0.0.1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '::7f00:1',
    '5f00::1',
    '4000::1',
    'fe80::1%eth0',
    'x',
    '',
  ])('not %s', (ip) => {
    expect(isPublicIp(ip)).toBe(false);
  });
});

it('literalIp', () => {
  expect(literalIp('[::1]')).toBe('::1');
  expect(literalIp('127.0.0.1')).toBe('127.0.0.1');
  expect(literalIp('localhost')).toBeNull();
});

describe('parseAllowedHosts', () => {
  it('reads hosts and hosts with a port', () => {
    expect(parseAllowedHosts('Jira.Corp.example , 127.0.0.1:9080,[::1]:8080,[FE80::1],, 例子.测试')).toEqual({
      hosts: [
        { host: 'jira.corp.example', port: null },
        { host: '127.0.0.1', port: 9_080 },
        { host: '[::1]', port: 8_080 },
        { host: '[fe80::1]', port: null },
        { host: 'xn--fsqu00a.xn--0zwm56d', port: null },
      ],
      wrong: [],
    });
    expect(parseAllowedHosts('')).toEqual({ hosts: [], wrong: [] });
  });

  it.each([
    'https://a.example',
    'a.example/x',
    '*.example',
    'a@b',
    'a.example:0',
    'a.example:99999',
    'a.example:x',
    '::1',
    'a b',
  ])('lists %s as wrong, and allows nothing by it', (entry) => {
    expect(parseAllowedHosts(`${entry},ok.example`)).toEqual({
      hosts: [{ host: 'ok.example', port: null }],
      wrong: [entry],
    });
  });
});
