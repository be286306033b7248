/** Slack: these three only; it defuses links and mentions such as `<!channel>` too. */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** HTML text and attribute values in quotes. */
export function escapeHtml(text: string): string {
  return escapeSlack(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** DingTalk's Markdown: what makes links, pictures, tags, headings and weight, in full-width forms. */
export function escapeDingtalk(text: string): string {
  return text.replace(/[[\]!<#*]/g, fullWidth);
}

/** WeCom's Markdown: tags (`<@all>`, `<font>`), links and headings in full-width forms. */
export function escapeWecom(text: string): string {
  return text.replace(/[<[\]#*]/g, fullWidth);
}

/** A line of quoted Markdown, so that what follows a line break can start nothing. */
export function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** ASCII characters and their full-width forms are this far apart (U+FF01…). */
const FULL_WIDTH = 0xfee0;

function fullWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + FULL_WIDTH);
}
