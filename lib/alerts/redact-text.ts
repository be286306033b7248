import { REDACTED, withoutSecrets } from '@/lib/audit/redact';

/** Characters that are looked at; whatever a message shows is far less. */
const LOOKED_AT = 65_536;
/** Longest run without white space that may be dropped where the text is broken off: it could be half a secret. */
const LONGEST_WORD = 4_096;

const PASSWORDS = '(?:passwords?|passwd|passphrase|pwd)';
const SECRETS = [
  '(?:secrets?|token|credentials?|signature|sig|cookie|authorization|connection[-_]?string',
  '(?:api|access|account|private|secret|shared|signing|encryption)[-_ ]?(?:access[-_ ]?)?key(?:[-_ ]?id)?)',
].join('|');
const QUOTED = String.raw`"[^"\n]{1,4000}"|'[^'\n]{1,4000}'`;
const BARE = String.raw`[^\s,;&"'<>{}()\[\]]{1,4000}`;

/** What says of itself that it is a secret; all of it goes. */
const WHOLE: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g,
  /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_[A-Za-z0-9]{30,})/g,
  /\bxox[a-z]{1,2}-[\w-]{10,}|\bxapp-[\w-]{10,}/g,
  /\b(?:sk|rk|pk)[-_](?:live|test|proj|ant)[-_][\w-]{10,}|\bsk-[A-Za-z0-9]{20,}/g,
  /\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,}|\bSEC[0-9a-f]{32,}\b/g,
];

/** What follows a word that announces a secret; the word stays. */
const FOLLOWING: readonly RegExp[] = [
  /(\bhooks\.slack\.com\/[a-z]{1,20}\/)[\w/-]+/gi,
  /(\/bot\/v2\/hook\/)[\w-]+/gi,
  /(\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?(?:digest|hawk|oauth|aws4-hmac-sha256)\s)[^\n]{1,4000}/gi,
  /(\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?(?:[a-z][\w-]{0,30}\s{1,5})?)(?=[^\s"']{0,400}\d|[^\s"']{16})[^\s"',;]{1,4000}/gi,
  new RegExp(String.raw`(${PASSWORDS}["']?\s{0,5}[:=]\s{0,5})(?:${QUOTED}|${BARE})`, 'gi'),
  new RegExp(String.raw`(${SECRETS}["']?\s{0,5}=\s{0,5})(?:${QUOTED}|${BARE})`, 'gi'),
  // After a colon stand sentences too ("invalid token: expired"): only what looks like no word.
  new RegExp(
    String.raw`(${SECRETS}["']?\s{0,5}:\s{0,5})(?:${QUOTED}|(?=[^\s,;&"'<>{}()\[\]]{0,400}\d|\S{20})${BARE})`,
    'gi',
  ),
  /(\bkey=)(?=[\w-]{0,400}\d)[\w-]{8,}/gi,
];

/**
 * A text from outside with the secrets masked that stand within it: passwords and parameters of addresses, headers of
 * authorization, `token=`-like pairs, tokens that are known by their shape, and the values in `known`. Of a very long
 * text the beginning; it ends before a word that could be half a secret.
 */
export function redactText(text: string, known: readonly string[] = []): string {
  let rest = beginning(text);
  for (const secret of known) if (secret.length >= 4) rest = rest.replaceAll(secret, REDACTED);
  rest = withoutSecrets(rest);
  for (const pattern of WHOLE) rest = rest.replace(pattern, REDACTED);
  return FOLLOWING.reduce((redacted, pattern) => redacted.replace(pattern, `$1${REDACTED}`), rest);
}

function beginning(text: string): string {
  if (text.length <= LOOKED_AT) return text;
  let end = LOOKED_AT;
  while (end > LOOKED_AT - LONGEST_WORD && !/\s/.test(text[end] ?? '')) end -= 1;
  return `${text.slice(0, end).replace(/\p{Surrogate}/gu, '')}…`;
}
