import type { GroupLanguage } from '@/lib/owners/channel-kinds';
import { escapeHtml } from '../escape';
import type { Fact, NoticeText } from './words';

/** The part in plain text. */
export function mailText(text: NoticeText): string {
  const facts = text.facts.map(({ label, value, long }) =>
    long ? `${label}${text.colon.trim()}\n${value.replace(/^/gm, '    ')}` : `${label}${text.colon}${value}`,
  );
  return [
    text.title,
    '',
    ...text.lines,
    '',
    ...text.links.flatMap(({ label, url }) => [`${label}${text.colon.trim()}\n${url}`, '']),
    ...facts,
    '',
    '--',
    text.to,
    '',
  ].join('\n');
}

/** The part in HTML: no pictures, nothing to load, styles within. */
export function mailHtml(text: NoticeText, language: GroupLanguage): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(text.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:15px/1.5 sans-serif;color:#1a1a1a;background:#ffffff">',
    `<h1 style="font-size:20px;margin:0 0 12px">${escapeHtml(text.title)}</h1>`,
    ...text.lines.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`),
    ...text.links.map(
      ({ label, url }) =>
        `<p style="margin:16px 0"><a href="${escapeHtml(url)}" style="color:#0b5cad">${escapeHtml(label)}</a></p>`,
    ),
    '<table style="border-collapse:collapse">',
    ...text.facts.map(row),
    '</table>',
    `<p style="margin:16px 0 0;color:#595959;font-size:13px">${escapeHtml(text.to)}</p>`,
    '</body></html>',
  ].join('\n');
}

function row({ label, value, long }: Fact): string {
  const cell = 'padding:4px 16px 4px 0;text-align:left;vertical-align:top';
  const shown = long
    ? `<pre style="margin:0;white-space:pre-wrap;word-break:break-word">${escapeHtml(value)}</pre>`
    : escapeHtml(value);
  return `<tr><th scope="row" style="${cell};font-weight:600">${escapeHtml(label)}</th><td style="${cell}">${shown}</td></tr>`;
}
