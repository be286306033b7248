import type { ChannelAdd } from '@/lib/owners/channel-input';
import type { ChannelKind } from '@/lib/owners/channel-kinds';
import type { ChannelRow } from '@/lib/owners/channel-queries';

/** A channel's form as it is typed; what a kind has no use for stays empty. */
export interface ChannelValues {
  readonly name: string;
  readonly fallback: boolean;
  /** One address a line. */
  readonly to: string;
  readonly url: string;
  readonly secret: string;
  readonly dropSecret: boolean;
  readonly site: string;
  readonly email: string;
  readonly project: string;
  readonly issueType: string;
  readonly token: string;
}
export type ChannelField = keyof ChannelValues;

/** What the form of a channel begins with: nothing of what is secret. */
export function valuesOf(channel: ChannelRow | null, name: string): ChannelValues {
  const settings = channel?.settings;
  const jira = settings?.kind === 'jira' ? settings : { site: '', email: '', project: '', issueType: 'Task' };
  const { site, email, project, issueType } = jira;
  return {
    ...{ name: channel?.name ?? name, fallback: channel?.fallback ?? false },
    to: settings?.kind === 'mail' ? settings.to.join('\n') : '',
    ...{ url: '', secret: '', dropSecret: false, token: '' },
    ...{ site, email, project, issueType },
  };
}

/** What is asked of the server; empty secrets keep what is kept. */
export function inputOf(
  kind: ChannelKind,
  values: ChannelValues,
): Pick<ChannelAdd, 'name' | 'fallback' | 'settings' | 'secrets'> {
  const { name, fallback, url, secret, dropSecret, token } = values;
  return {
    ...{ name, fallback, settings: settingsOf(kind, values) },
    secrets: { url, secret: dropSecret && secret === '' ? null : secret, token },
  };
}

function settingsOf(kind: ChannelKind, values: ChannelValues): ChannelAdd['settings'] {
  switch (kind) {
    case 'mail':
      return { kind, to: addresses(values.to).map(({ text }) => text) };
    case 'jira': {
      const { site, email, project, issueType } = values;
      return { kind, site, email, project, issueType };
    }
    default:
      return { kind };
  }
}

/** Which field a path of the server is about, and in mail's addresses which line; null = none of this form. */
export function fieldOf(path: string, { to }: ChannelValues): { field: ChannelField; line: number | null } | null {
  const [first = '', second = '', third] = path.split('.');
  if (first === 'settings' && second === 'to')
    return { field: 'to', line: third === undefined ? null : (addresses(to)[Number(third)]?.line ?? null) };
  const name = first === 'settings' || first === 'secrets' ? second : first;
  const field = FIELDS.find((each) => each === name);
  return field === undefined ? null : { field, line: null };
}

const FIELDS = ['name', 'fallback', 'url', 'secret', 'site', 'email', 'project', 'issueType', 'token'] as const;

/** The addresses of a text with the lines that they stand in, from 1; empty lines are none. */
function addresses(text: string): { text: string; line: number }[] {
  return text
    .split('\n')
    .flatMap((each, index) => each.split(/[,;，；]/).map((part) => ({ text: part.trim(), line: index + 1 })))
    .filter((each) => each.text !== '');
}
