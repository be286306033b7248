import { describe, expect, it } from 'vitest';
import { CHANNEL_KINDS, type ChannelKind, GROUP_LANGUAGES } from '@/lib/owners/channel-kinds';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import { byteLength } from '../cut';
import { handOffNotice, testNotice } from '../testing/notices';
import { senderOf } from './registry';
import { timeIn } from './words';

const MEGABYTE = 1_048_576;
/** What every notification holds, whatever its kind: the eight fields, names, why, count, silence, threshold, link. */
const EXPECTED = [
  'charge-card',
  'Charge the card',
  'Order fulfilment',
  'run-7731',
  'psp_busy',
  'the provider is busy',
  'sha256:9f86d081884c7d65',
  '2026-11-30T02:29:00',
  '2026-11-30T02:30:05',
  '2026-11-30T03:00:00',
  'manual',
  'https://failpath.example/inbox/5b0d8c4e-1111-4222-8333-944455556666',
];
/** Bytes of a whole request, or of what the provider counts. */
const LIMITS: Readonly<Record<ChannelKind, number>> = {
  mail: 100_000,
  feishu: 20_000,
  dingtalk: 20_000,
  wecom: 4_096,
  slack: 30_000,
  teams: 20_480,
  jira: 32_767 * 3,
  webhook: 64_000,
};

describe.each(CHANNEL_KINDS)('%s', (kind) => {
  const { render } = senderOf(kind);

  it.each(GROUP_LANGUAGES)('says everything in %s', (language) => {
    const { subject, body } = render(handOffNotice({ language }));
    const said = textsOf(body);
    for (const each of EXPECTED) expect(said).toContain(each);
    expect(subject).toContain('Charge the card');
    if (kind === 'webhook') {
      expect(JSON.parse(body)).toMatchObject({ data: { count: 12, attempt: 3, trigger: 'exhausted' } });
      expect(JSON.parse(body)).toMatchObject({ data: { above_threshold: { failures: 7, threshold: 5 } } });
      return;
    }
    expect(said).toContain('2026-11-30 10:30:05 Asia/Shanghai');
    const words =
      language === 'en'
        ? ['12 failures since', 'threshold is 5', 'All tries are used up', 'Silent until', 'Attempt', '3']
        : ['累计失败 12 次', '阈值为 5 次', '重试次数已用尽', '静默期至', '第 3 次'];
    for (const each of words) expect(said).toContain(each);
  });

  it('says what the source does not have', () => {
    const record = { errorCode: null, errorMessage: null, payloadHash: null };
    for (const [language, words] of [
      ['en', 'not available from this source'],
      ['zh-CN', '该来源未提供'],
    ] as const) {
      const { body } = render(handOffNotice({ language, record }));
      if (kind === 'webhook')
        expect(JSON.parse(body)).toMatchObject({ data: { error_code: null, payload_hash: null } });
      else expect(textsOf(body).split(words)).toHaveLength(4 + (kind === 'mail' ? 3 : 0));
    }
  });

  it.each([
    ['a megabyte of Chinese', '错'.repeat(MEGABYTE)],
    ['a megabyte that escaping makes longer', `<&>"'![]#*`.repeat(MEGABYTE / 10)],
    ['a megabyte of lines', 'a\n'.repeat(MEGABYTE / 2)],
    ['a megabyte of emoji', '😀'.repeat(MEGABYTE / 2)],
  ])('keeps link and fields with %s', (_, errorMessage) => {
    const long = '长'.repeat(2_000);
    const notice = handOffNotice({
      language: 'zh-CN',
      workflow: { key: 'order-fulfilment', name: long },
      node: { id: 'charge-card', name: long },
      record: { errorMessage, payloadHash: 'f'.repeat(10_000) },
    });
    const { body: first, repeatedBody } = render(notice);
    for (const body of [first, repeatedBody]) {
      expect(byteLength(counted(kind, body))).toBeLessThanOrEqual(LIMITS[kind]);
      const said = textsOf(body);
      expect(said).toContain(notice.link);
      for (const each of ['charge-card', 'psp_busy', 'run-7731', '2026-11-30T02:29:00']) expect(said).toContain(each);
      expect(said).not.toContain('\ufffd');
    }
  });

  it.each([
    ['en', 'Drill'],
    ['zh-CN', '演练'],
  ] as const)('says before all else that it is a drill, and leads to it, in %s', (language, word) => {
    const [link, confirmLink] = ['https://failpath.example/drills/d1', 'https://failpath.example/confirm/c0ffee'];
    const notice = handOffNotice({ language, link, drill: { confirmLink }, possibleDuplicate: true });
    const { subject, body } = render(notice);
    expect(subject).toMatch(new RegExp(`^${word}`));
    for (const each of [link, confirmLink]) expect(textsOf(body)).toContain(each);
    expect(textsOf(render(handOffNotice({ language })).body)).not.toContain(word);
    if (kind === 'webhook') {
      expect(Object.keys(dataOf(body))[0]).toBe('drill');
      expect([dataOf(body).drill, dataOf(render(handOffNotice()).body).drill]).toEqual([true, false]);
      return;
    }
    const lines = textsOf(body)
      .split('\n')
      .map((line) => line.replace(/^[#*>\s]+/, ''));
    const first = lines.findIndex((line) => line.includes('Charge the card'));
    const marked = lines.findIndex((line) => line.startsWith(word) || line.includes(`<title>${word}`));
    expect(marked).toBeGreaterThanOrEqual(0);
    expect(marked).toBeLessThanOrEqual(first);
    expect(lines.findIndex((line) => line.includes(language === 'en' ? 'on purpose' : '有意制造'))).toBeLessThan(
      lines.findIndex((line) => line.includes(language === 'en' ? 'sent before' : '曾经发送过')),
    );
  });

  it('uses the room that there is', () => {
    const { body } = render(handOffNotice({ record: { errorMessage: 'x'.repeat(MEGABYTE) } }));
    const longest = Math.max(...(textsOf(body).match(/x{10,}/g) ?? []).map(({ length }) => length));
    expect(longest).toBeGreaterThan(kind === 'wecom' || kind === 'slack' ? 2_400 : 7_900);
  });

  it('strips control and bidi characters and masks secrets', () => {
    const { body, subject } = render(
      handOffNotice({
        node: { id: 'charge-card', name: 'Charge\u202e the\u0000 card\r\nBcc: evil@example.test' },
        record: { errorMessage: 'GET https://a:hunter2@x.test \u001b[31mtoken=abcdef0\u2066', errorCode: 'a\u200bb' },
      }),
    );
    const said = `${textsOf(body)} ${subject}`;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
    expect(said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u200b\u202e\u2066]/);
    expect(subject).not.toContain('\n');
    expect(said).not.toContain('hunter2');
    expect(said).not.toContain('abcdef0');
  });

  it('marks what may have arrived before, in the language of the group', () => {
    const first = render(handOffNotice());
    const marked = render(handOffNotice({ possibleDuplicate: true }));
    if (kind === 'webhook') {
      // Known again by its id: the same to the byte.
      expect(first.repeatedBody).toBe(first.body);
      return;
    }
    expect(textsOf(first.body)).not.toMatch(/possible duplicate/i);
    expect(textsOf(first.repeatedBody)).toMatch(/possible duplicate/i);
    expect(textsOf(render(handOffNotice({ language: 'zh-CN' })).repeatedBody)).toContain('可能重复');
    expect(marked.body).toBe(first.repeatedBody);
  });

  it('says a test and how to confirm it', () => {
    for (const language of GROUP_LANGUAGES) {
      const { body } = render(testNotice({ language }));
      for (const each of ['Payments on call', 'Ann Example', 'https://failpath.example/confirm/c0ffee'])
        expect(textsOf(body)).toContain(each);
    }
  });
});

describe('reasons', () => {
  it.each([
    [{ trigger: 'terminal' }, 'terminal'],
    [{ trigger: 'exhausted', limit: 'max_attempts' }, 'All tries are used up'],
    [{ trigger: 'exhausted', limit: 'max_elapsed' }, 'total time'],
    [{ trigger: 'exhausted', stoppedEarly: 'run_ended' }, 'Stopped early: the run ended'],
    [{ trigger: 'exhausted', stoppedEarly: 'overdue' }, 'Stopped early: the next try'],
  ] as const)('%j', (why, words) => {
    expect(textsOf(senderOf('wecom').render(handOffNotice({ why })).body)).toContain(words);
  });

  it('says nothing of a threshold that is not reached', () => {
    expect(senderOf('wecom').render(handOffNotice({ aboveThreshold: null })).body).not.toContain('threshold');
  });
});

describe('injection', () => {
  const evil =
    '<!channel> <@all> <at id=all></at> [pay](https://evil.test) ![x](https://evil.test) *b* <script>1</script>';
  const notice = handOffNotice({
    groupName: evil,
    workflow: { key: 'w', name: evil },
    node: { id: 'n', name: evil },
    record: { errorCode: evil, errorMessage: `${evil}\n# heading\n${evil}` },
  });
  const bodyOf = (kind: ChannelKind): string => senderOf(kind).render(notice).body;

  it('Slack gets no mention, no link but ours, and no markup but for the link', () => {
    const body = bodyOf('slack');
    expect(body.match(/<[^>]*>/g)).toEqual([expect.stringMatching(/^<https:\/\/failpath\.example\/inbox\//)]);
    expect(objectsOf(JSON.parse(body)).filter(({ type }) => type === 'mrkdwn')).toHaveLength(1);
  });

  it('Feishu gets plain text only', () => {
    const tags = objectsOf(JSON.parse(bodyOf('feishu'))).map(({ tag }) => tag);
    expect(tags).toContain('plain_text');
    expect(tags).not.toContain('lark_md');
    expect(tags).not.toContain('markdown');
  });

  it.each(['dingtalk', 'wecom'] as const)('%s gets no tag, no link but ours, no picture, no heading', (kind) => {
    const body = textsOf(bodyOf(kind));
    expect(body).not.toContain('<');
    expect(body.match(/\]\(/g)).toHaveLength(1);
    expect(body).not.toContain('![');
    expect(body).not.toMatch(/^(?:> )?# /m);
    expect(body).not.toMatch(/^#(?!## “)/m);
  });

  it('Teams gets text runs only, and one address', () => {
    const objects = objectsOf(JSON.parse(bodyOf('teams')));
    expect(objects.filter(({ type }) => type === 'TextBlock')).toEqual([]);
    expect(objects.flatMap(({ url }) => url ?? [])).toEqual([notice.link]);
  });

  it('Jira gets text nodes with one link', () => {
    const objects = objectsOf(JSON.parse(bodyOf('jira')));
    expect(objects.flatMap(({ attrs }) => attrs ?? [])).toEqual([{ href: notice.link }]);
    expect(objects.filter(({ type }) => type === 'mention')).toEqual([]);
    for (const { type, text } of objects) if (type === 'text') expect(text).not.toBe('');
  });

  it('the HTML of mail gets no tag of others', () => {
    const mail: unknown = JSON.parse(bodyOf('mail'));
    const html = isJsonObject(mail) ? String(mail.html) : '';
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<at');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('&lt;script&gt;');
  });

  it('WeCom gets raw UTF-8', () => {
    expect(senderOf('wecom').render(handOffNotice({ language: 'zh-CN' })).body).not.toMatch(/\\u[0-9a-f]{4}/i);
  });
});

describe('timeIn', () => {
  it.each([
    ['UTC', '2026-11-30T02:30:05.250Z'],
    ['Asia/Shanghai', '2026-11-30T02:30:05.250Z (2026-11-30 10:30:05 Asia/Shanghai)'],
    ['America/New_York', '2026-11-30T02:30:05.250Z (2026-11-29 21:30:05 America/New_York)'],
    ['Mars/Olympus', '2026-11-30T02:30:05.250Z'],
  ])('%s', (zone, shown) => {
    expect(timeIn(Date.parse('2026-11-30T02:30:05.250Z'), zone)).toBe(shown);
  });
});

/** WeCom counts the Markdown, the others the request. */
function counted(kind: ChannelKind, body: string): string {
  return kind === 'wecom' ? textsOf(body).replace(/^markdown\n/, '') : body;
}

/** All texts that stand in a body, one a line. */
function textsOf(body: string): string {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) walk(each);
  };
  walk(JSON.parse(body));
  return found.join('\n');
}

function dataOf(body: string): JsonObject {
  const read: unknown = JSON.parse(body);
  return isJsonObject(read) && isJsonObject(read.data) ? read.data : {};
}

function objectsOf(value: unknown): JsonObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsOf);
  return isJsonObject(value) ? [value, ...inner] : inner;
}
