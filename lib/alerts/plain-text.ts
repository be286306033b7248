/** What a terminal takes for a command: colours, links, cursor movements. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is taken away
const TERMINAL = /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
/** Control characters, turns of the writing direction, and characters that nobody sees. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is taken away
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * A text from outside without control characters, bidi characters and characters that nobody sees
 * (`channels.md`, "Rules for all"). Line breaks stay, as `\n`; halves of a surrogate pair become U+FFFD.
 */
export function plainText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(TERMINAL, '')
    .replace(UNSEEN, '');
}

/** The same on one line: every run of white space is one space. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}
