import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { CHANNEL_KINDS } from './channel-kinds';

/** The address of a robot or receiver. It is a credential as a whole; its host is judged when it is saved and used. */
const address = z.string().trim().min(1, { message: 'channel_url' }).max(2_000, { message: 'channel_url' });
const robotSecret = z.string().trim().max(200, { message: 'channel_secret' });
const mailAddress = z
  .string()
  .trim()
  .pipe(z.email({ message: 'member_email' }).max(254, { message: 'member_email' }));

/** What of a channel may be shown, by kind. */
export const channelSettingsSchema = z.discriminatedUnion('kind', [
  /** Empty: all members of the group. */
  z.object({ kind: z.literal('mail'), to: z.array(mailAddress).max(50, { message: 'mail_to' }) }),
  z.object({ kind: z.literal('feishu') }),
  z.object({ kind: z.literal('dingtalk') }),
  z.object({ kind: z.literal('wecom') }),
  z.object({ kind: z.literal('slack') }),
  z.object({ kind: z.literal('teams') }),
  z.object({
    kind: z.literal('jira'),
    site: address,
    email: mailAddress,
    project: z
      .string()
      .trim()
      .regex(/^[A-Z][A-Z0-9_]{1,254}$/, { message: 'jira_project' }),
    issueType: z
      .string()
      .trim()
      .min(1, { message: 'jira_issue_type' })
      .max(60, { message: 'jira_issue_type' })
      .refine(isStorable, { message: 'jira_issue_type' }),
  }),
  z.object({ kind: z.literal('webhook') }),
]);
export type ChannelSettings = z.infer<typeof channelSettingsSchema>;

/** What of a channel is kept sealed, by kind. */
export const channelSecretsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail') }),
  z.object({ kind: z.literal('feishu'), url: address, secret: robotSecret.optional() }),
  z.object({ kind: z.literal('dingtalk'), url: address, secret: robotSecret.optional() }),
  z.object({ kind: z.literal('wecom'), url: address }),
  z.object({ kind: z.literal('slack'), url: address }),
  z.object({ kind: z.literal('teams'), url: address }),
  z.object({ kind: z.literal('jira'), token: z.string().trim().min(1, { message: 'jira_token' }).max(500) }),
  /** `whsec_…`, one or two while rotating: the first signs first. */
  z.object({
    kind: z.literal('webhook'),
    url: address,
    signingSecrets: z
      .array(
        z
          .string()
          .trim()
          .regex(/^whsec_[A-Za-z0-9+/]{32,100}={0,2}$/, { message: 'webhook_secret' }),
      )
      .min(1)
      .max(2),
  }),
]);
export type ChannelSecrets = z.infer<typeof channelSecretsSchema>;

export const channelKindSchema = z.enum(CHANNEL_KINDS);
