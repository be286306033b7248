import { postJson } from './guarded-fetch';
import { resultOf, WRONG_SECRETS } from './http-result';
import type { Sender } from './sender';
import { type Fact, messageOf, type NoticeText } from './words';

/** A card may have 28 KB after Teams has expanded it. */
const MOST_BYTES = 20 * 1_024;

/**
 * A Teams workflow's webhook: an Adaptive Card 1.4. Texts stand in `TextRun`s, which know no Markdown. 2xx says that
 * the workflow took it, not that somebody sees it.
 */
export const teams: Sender = {
  repeats: 'blind',
  rate: { burst: 3, perMinute: 60 },
  render: (notice) => messageOf(notice, bodyOf, { most: MOST_BYTES }),
  send: async ({ secrets, body, now }) => {
    if (secrets.kind !== 'teams') return WRONG_SECRETS;
    const exchange = await postJson('teams', secrets.url, body);
    return resultOf(exchange, now, ({ status }) => ({ outcome: 'ok', status }));
  },
};

function bodyOf(text: NoticeText): string {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: text.subject,
    body: [
      block([run(text.title, { weight: 'Bolder', size: 'Medium' })]),
      ...text.lines.map((line) => block([run(line)])),
      ...text.facts.flatMap((fact) => factBlocks(fact, text.colon)),
      block([run(text.to, { isSubtle: true, size: 'Small' })]),
    ],
    actions: text.links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
    msteams: { width: 'Full' },
  };
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  });
}

function factBlocks({ label, value, long }: Fact, colon: string) {
  const name = run(`${label}${colon}`, { weight: 'Bolder' });
  // A run shows no line breaks: every line is one.
  const [first = '', ...rest] = long ? value.split('\n') : [value];
  return [block([name, run(first, long ? { fontType: 'Monospace' } : {})]), ...rest.map((line) => block([run(line)]))];
}

function run(text: string, style: Readonly<Record<string, string | boolean>> = {}) {
  return { type: 'TextRun', text, ...style };
}

function block(inlines: readonly ReturnType<typeof run>[]) {
  return { type: 'RichTextBlock', inlines };
}
