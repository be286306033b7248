/** How an owner group can be told (`channels.md`). */
export const CHANNEL_KINDS = ['mail', 'feishu', 'dingtalk', 'wecom', 'slack', 'teams', 'jira', 'webhook'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Languages that a group can be told in. */
export const GROUP_LANGUAGES = ['en', 'zh-CN'] as const;
export type GroupLanguage = (typeof GROUP_LANGUAGES)[number];
