import { describe, expect, it } from 'vitest';
import { parseAllowedHosts } from '@/lib/network/address';
import { channelAddressProblem } from './channel-address';
import type { ChannelKind } from './channel-kinds';

const ROBOTS: readonly [ChannelKind, string][] = [
  ['slack', 'https://hooks.slack.com/services/T0/B0/X0'],
  [
    'teams',
    'https://a1.b2.environment.api.powerplatform.com:443/powerautomate/automations/direct/x?api-version=1&sig=s',
  ],
  ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/abc'],
  ['feishu', 'https://open.larksuite.com/open-apis/bot/v2/hook/abc'],
  ['dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=abc'],
  ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=abc'],
  ['jira', 'https://acme.atlassian.net'],
  ['webhook', 'https://hooks.example.com/in'],
  ['webhook', 'https://hooks.example.com:8443/in?a=b'],
  ['webhook', 'https://93.184.216.34/in'],
  ['webhook', 'https://[2606:4700::1111]/in'],
];

describe('channelAddressProblem', () => {
  it.each(ROBOTS)('%s may use %s', (kind, address) => {
    expect(channelAddressProblem(kind, address, [])).toBeNull();
  });

  it.each<[ChannelKind, string, string]>([
    ['webhook', 'hooks.example.com/in', 'address_unreadable'],
    ['webhook', 'https://', 'address_unreadable'],
    ['webhook', 'file:///etc/passwd', 'address_unreadable'],
    ['webhook', 'gopher://x.example', 'address_unreadable'],
    ['webhook', 'https://user@hooks.example.com/in', 'address_userinfo'],
    ['slack', 'https://hooks.slack.com:pw@evil.test/services/T0/B0/X0', 'address_userinfo'],
    ['webhook', 'http://hooks.example.com/in', 'address_not_https'],
    ['slack', 'http://hooks.slack.com/services/T0/B0/X0', 'address_not_https'],
    ['webhook', 'https://hooks.example.com:22/in', 'address_port'],
    ['slack', 'https://hooks.slack.com:6379/services/T0/B0/X0', 'address_port'],
    ['slack', 'https://hooks.slack.com.evil.test/services/T0/B0/X0', 'address_not_vendor'],
    ['slack', 'https://evil.test/hooks.slack.com/services/T0/B0/X0', 'address_not_vendor'],
    ['slack', 'https://hooks.slack.com\\@evil.test/services/T0/B0/X0', 'address_not_robot'],
    ['teams', 'https://environment.api.powerplatform.com/powerautomate/x?sig=s', 'address_not_vendor'],
    ['teams', 'https://evilenvironment.api.powerplatform.com.test/powerautomate/x?sig=s', 'address_not_vendor'],
    ['jira', 'https://atlassian.net', 'address_not_vendor'],
    ['jira', 'https://evilatlassian.net', 'address_not_vendor'],
    ['jira', 'https://.atlassian.net', 'address_not_vendor'],
    ['jira', 'https://acme.atlassian.net/?next=/x', 'address_not_robot'],
    ['jira', 'https://acme.atlassian.net/#x', 'address_not_robot'],
    ['teams', 'https://.environment.api.powerplatform.com/powerautomate/x?sig=s', 'address_not_vendor'],
    ['slack', 'https://127.0.0.1/services/T0/B0/X0', 'address_not_vendor'],
    ['slack', 'https://hooks.slack.com/workflows/T0/B0/X0', 'address_not_robot'],
    ['dingtalk', 'https://oapi.dingtalk.com/robot/send', 'address_not_robot'],
    ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/gettoken?key=a', 'address_not_robot'],
    ['teams', 'https://a1.environment.api.powerplatform.com/powerautomate/x', 'address_not_robot'],
    ['jira', 'https://acme.atlassian.net/browse/OPS', 'address_not_robot'],
    ['webhook', 'https://localhost/in', 'address_private'],
    ['webhook', 'https://localhost./in', 'address_private'],
    ['webhook', 'https://intranet/in', 'address_private'],
    ['webhook', 'https://db.internal/in', 'address_private'],
    ['webhook', 'https://printer.local/in', 'address_private'],
  ])('%s may not use %s: %s', (kind, address, problem) => {
    expect(channelAddressProblem(kind, address, [])).toBe(problem);
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '0xa83f8110',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[2001:db8::1]',
  ])('a webhook may not use https://%s', (host) => {
    expect(channelAddressProblem('webhook', `https://${host}/in`, [])).toBe('address_private');
  });

  it('lets the operator allow hosts, for any kind, with http too, but not with a password', () => {
    const { hosts } = parseAllowedHosts('127.0.0.1:9080, jira.corp.example, [::1]:8080');
    expect(channelAddressProblem('slack', 'http://127.0.0.1:9080/any', hosts)).toBeNull();
    expect(channelAddressProblem('webhook', 'http://0x7f.1:9080/any', hosts)).toBeNull();
    expect(channelAddressProblem('webhook', 'http://[::1]:8080/', hosts)).toBeNull();
    expect(channelAddressProblem('jira', 'https://jira.corp.example/', hosts)).toBeNull();
    expect(channelAddressProblem('jira', 'https://JIRA.corp.example:8443/', hosts)).toBeNull();
    expect(channelAddressProblem('jira', 'http://jira.corp.example/', hosts)).toBeNull();
    expect(channelAddressProblem('slack', 'http://127.0.0.1:9081/any', hosts)).toBe('address_not_https');
    expect(channelAddressProblem('webhook', 'https://127.0.0.1/any', hosts)).toBe('address_private');
    expect(channelAddressProblem('jira', 'https://jira.corp.example:22/', hosts)).toBe('address_not_vendor');
    expect(channelAddressProblem('jira', 'https://x.jira.corp.example/', hosts)).toBe('address_not_vendor');
    expect(channelAddressProblem('webhook', 'http://a:b@127.0.0.1:9080/', hosts)).toBe('address_userinfo');
  });
});
