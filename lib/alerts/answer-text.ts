import type { ChannelSecrets } from '@/lib/owners/channel-schema';
import { oneLine } from './plain-text';
import { redactText } from './redact-text';

const MOST_CHARACTERS = 500;
/** Shorter parts of an address ("hook", "v2") are words, and no secrets. */
const SHORTEST_PART = 8;

/**
 * What a provider said, as it may be kept and shown: on one line, without the channel's secrets (whole, in parts of
 * an address and as an address writes them) and at most 500 characters.
 */
export function answerText(answer: string, secrets: ChannelSecrets | null): string {
  const known = secrets === null ? [] : secretsOf(secrets);
  return [...oneLine(redactText(answer, known))].slice(0, MOST_CHARACTERS).join('');
}

/** Longest first: a part must not be masked before the whole that it stands in. */
function secretsOf(secrets: ChannelSecrets): string[] {
  const { kind: _, ...values } = secrets;
  const texts = Object.values(values).flatMap((value) => value ?? []);
  const forms = texts.flatMap((text) => [text, ...partsOf(text)]).flatMap((text) => [text, encodeURIComponent(text)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function partsOf(text: string): string[] {
  if (text.startsWith('whsec_')) return [text.slice('whsec_'.length)];
  if (!URL.canParse(text)) return [];
  const { pathname, search, searchParams } = new URL(text);
  const parts = [`${pathname}${search}`, ...pathname.split('/'), ...searchParams.values()];
  return parts.filter((part) => part.length >= SHORTEST_PART);
}
