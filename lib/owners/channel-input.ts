import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import type { ChannelKind } from './channel-kinds';
import {
  type ChannelSecrets,
  type ChannelSettings,
  channelSecretsSchema,
  channelSettingsSchema,
} from './channel-schema';

/** What a secret field of the form brings; empty = what is kept stays. Longer than any is told by the kind's schema. */
const typed = z.string().trim().max(4_000).optional();

const channelFields = z.object({
  name: z
    .string()
    .trim()
    .min(1, { message: 'channel_name' })
    .max(80, { message: 'channel_name' })
    .refine(isStorable, { message: 'channel_name' }),
  fallback: z.boolean(),
  settings: channelSettingsSchema,
  secrets: z.object({
    url: typed,
    /** Null takes away the one that is kept: the robot asks for none. */
    secret: typed.nullable(),
    token: typed,
  }),
});

export const channelAddSchema = channelFields.extend({ groupId: z.uuid() });
export const channelChangeSchema = channelFields.extend({ id: z.uuid() });
export const channelIdSchema = z.object({ id: z.uuid() });
/** `unreached`: how many places name the group that nobody would be told of afterwards, as it was said before. */
export const channelRemoveSchema = channelIdSchema.extend({ unreached: z.int().min(0).optional() });
export const channelSwitchSchema = channelRemoveSchema.extend({ enabled: z.boolean() });

export type ChannelAdd = z.infer<typeof channelAddSchema>;
export type ChannelChange = z.infer<typeof channelChangeSchema>;
type TypedSecrets = ChannelAdd['secrets'];

/** A field of the form that is wrong: where it stands, and why. */
export interface FieldIssue {
  readonly path: string;
  readonly code: string;
}

/** What is written into the row, or the fields that are wrong. */
export type SecretsRead =
  | { readonly ok: true; readonly secrets: ChannelSecrets }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/**
 * The secrets of a channel as they are to be kept: those that were typed, else those that are kept (null: none, or
 * not readable any more). `signingSecret` is for a webhook that has none yet.
 */
export function readSecrets(
  kind: ChannelKind,
  input: TypedSecrets,
  kept: ChannelSecrets | null,
  signingSecret: () => string,
): SecretsRead {
  const parsed = channelSecretsSchema.safeParse(merged(kind, input, kept, signingSecret));
  if (parsed.success) return { ok: true, secrets: parsed.data };
  const issues = parsed.error.issues.map(({ path, message, code }) => ({
    path: `secrets.${String(path[0] ?? '')}`,
    code: code === 'invalid_type' ? (MISSING[String(path[0])] ?? message) : message,
  }));
  return { ok: false, issues };
}

const MISSING: Readonly<Record<string, string>> = { url: 'channel_url', token: 'jira_token' };

function merged(
  kind: ChannelKind,
  { url, secret, token }: TypedSecrets,
  kept: ChannelSecrets | null,
  signingSecret: () => string,
): object {
  const same = kept?.kind === kind ? kept : null;
  const keptUrl = same && 'url' in same ? same.url : undefined;
  switch (kind) {
    case 'mail':
      return { kind };
    case 'jira':
      return { kind, token: token || (same?.kind === 'jira' ? same.token : undefined) };
    case 'webhook':
      return {
        kind,
        url: url || keptUrl,
        signingSecrets: same?.kind === 'webhook' ? same.signingSecrets : [signingSecret()],
      };
    case 'feishu':
    case 'dingtalk': {
      const keptSecret = same && 'secret' in same ? same.secret : undefined;
      return { kind, url: url || keptUrl, secret: secret === null ? undefined : secret || keptSecret };
    }
    case 'wecom':
    case 'slack':
    case 'teams':
      return { kind, url: url || keptUrl };
  }
}

/**
 * The address that a channel reaches out to, with the field where it stands; null for mail, which goes over the
 * mail server.
 */
export function reachedAddress(
  settings: ChannelSettings,
  secrets: ChannelSecrets,
): { readonly path: string; readonly url: string } | null {
  if (settings.kind === 'jira') return { path: 'settings.site', url: settings.site };
  return 'url' in secrets ? { path: 'secrets.url', url: secrets.url } : null;
}

/**
 * True when a kept token would go to another account than it was given for: whoever changes the site of a ticket
 * system could otherwise have it sent to their own.
 */
export function needsTokenAgain(
  before: ChannelSettings,
  after: ChannelSettings,
  typedToken: string | undefined,
): boolean {
  if (before.kind !== 'jira' || after.kind !== 'jira' || typedToken) return false;
  return before.site !== after.site || before.email !== after.email;
}
