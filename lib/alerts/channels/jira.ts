import type { HttpAnswer } from '@/lib/network/guarded-post';
import { answerText } from '../answer-text';
import type { SendResult } from '../send-result';
import { guardedPost } from './guarded-fetch';
import { jsonOf, resultOf, WRONG_SECRETS } from './http-result';
import type { Message, Sender } from './sender';
import { type Fact, messageOf, type NoticeText, subjectOf } from './words';

/** Characters of a description, counted on its JSON, which is longer than what is counted there. */
const DESCRIPTION = 32_767;
/** Characters of a summary. */
const SUMMARY = 255;

/** Jira Cloud: one issue per notification, labelled with the alert. The issue's key is what we keep of it. */
export const jira: Sender = {
  repeats: 'blind',
  rate: { burst: 5, perMinute: 60 },
  render: (notice): Message => {
    const { body, repeatedBody } = messageOf(notice, descriptionOf, {
      most: DESCRIPTION,
      measure: (text) => text.length,
    });
    return { subject: subjectOf(notice), body, repeatedBody };
  },
  send: async ({ settings, secrets, subject, fingerprint, body, now }) => {
    if (secrets.kind !== 'jira' || settings.kind !== 'jira') return WRONG_SECRETS;
    if (!URL.canParse(settings.site)) return { outcome: 'permanent', problem: 'blocked_address' };
    const exchange = await guardedPost({
      kind: 'jira',
      typedAddress: settings.site,
      url: new URL('/rest/api/3/issue', settings.site).href,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${settings.email}:${secrets.token}`).toString('base64')}`,
      },
      body: JSON.stringify({
        fields: {
          project: { key: settings.project },
          issuetype: { name: settings.issueType },
          summary: [...subject].slice(0, SUMMARY / 2).join(''),
          labels: [labelOf(fingerprint)],
          description: JSON.parse(body),
        },
      }),
    });
    const said = (answer: HttpAnswer): string | undefined => answerText(errorsOf(answer), secrets);
    return resultOf(exchange, now, created, said);
  },
};

/** A label that finds all issues of one alert; Jira allows no spaces in it. */
function labelOf(fingerprint: string): string {
  return `alertfp-${fingerprint.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 200)}`;
}

function created(answer: HttpAnswer): SendResult {
  const key = jsonOf(answer)?.key;
  if (answer.status === 201 && typeof key === 'string' && /^[A-Z][A-Z0-9_]*-\d+$/.test(key)) {
    return { outcome: 'ok', status: answer.status, providerRef: key };
  }
  return { outcome: 'unknown', problem: 'unexpected_answer', status: answer.status };
}

/** Jira's `errorMessages` and `errors`. */
function errorsOf(answer: HttpAnswer): string {
  const json = jsonOf(answer);
  if (!json) return '';
  const { errorMessages, errors } = json;
  const general = Array.isArray(errorMessages) ? errorMessages : [];
  const byField = typeof errors === 'object' && errors !== null ? Object.values(errors) : [];
  return [...general, ...byField].filter((each) => typeof each === 'string').join('; ');
}

/** Atlassian Document Format; a text node holds what it holds, whatever it looks like. */
function descriptionOf(text: NoticeText): string {
  return JSON.stringify({
    type: 'doc',
    version: 1,
    content: [
      ...text.lines.map((line) => paragraph([node(line)])),
      { type: 'bulletList', content: text.facts.filter(({ long }) => !long).map((fact) => listItem(fact, text.colon)) },
      ...text.facts.filter(({ long }) => long).flatMap(codeBlock),
      ...text.links.map(({ label, url }) => paragraph([node(label, [{ type: 'link', attrs: { href: url } }])])),
      paragraph([node(text.to)]),
    ],
  });
}

function listItem({ label, value }: Fact, colon: string) {
  return { type: 'listItem', content: [paragraph([node(`${label}${colon}`, [{ type: 'strong' }]), node(value)])] };
}

function codeBlock({ label, value }: Fact) {
  return [paragraph([node(label, [{ type: 'strong' }])]), { type: 'codeBlock', content: [node(value)] }];
}

type Mark = { readonly type: string; readonly attrs?: Readonly<Record<string, string>> };

/** ADF refuses a text node without text. */
function node(text: string, marks: readonly Mark[] = []) {
  return { type: 'text', text: text === '' ? '–' : text, ...(marks.length > 0 && { marks }) };
}

function paragraph(content: readonly ReturnType<typeof node>[]) {
  return { type: 'paragraph', content };
}
