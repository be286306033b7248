const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** Dot-atom and host name of RFC 5322, without comments, quotes and literals: what a mailbox of people looks like. */
const ADDR_SPEC = new RegExp(String.raw`^[A-Za-z0-9!#$%&'*+/=?^_{|}~.-]{1,64}@(?:${LABEL}\.)*${LABEL}$`);

/**
 * True for exactly one mail address and nothing around it. Libraries of mail read more than one address, comments and
 * line breaks out of a text (`channels.md`, SMTP), so every address is held against this before it is used.
 */
export function isAddrSpec(text: string): boolean {
  if (text.length > 254 || !ADDR_SPEC.test(text)) return false;
  return !/^\.|\.\.|\.@/.test(text);
}

/** The part after `@`. */
export function domainOf(addrSpec: string): string {
  return addrSpec.slice(addrSpec.lastIndexOf('@') + 1);
}
