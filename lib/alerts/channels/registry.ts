import type { ChannelKind } from '@/lib/owners/channel-kinds';
import { dingtalk } from './dingtalk';
import { feishu } from './feishu';
import { jira } from './jira';
import { mail } from './mail';
import type { Sender } from './sender';
import { slack } from './slack';
import { teams } from './teams';
import { webhook } from './webhook';
import { wecom } from './wecom';

const SENDERS: Readonly<Record<ChannelKind, Sender>> = { mail, feishu, dingtalk, wecom, slack, teams, jira, webhook };

/** How a kind of channel is rendered and sent. */
export function senderOf(kind: ChannelKind): Sender {
  return SENDERS[kind];
}
