import { MantineProvider } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { markupIn } from '@/components/testing/markup';
import { LOCALES } from '@/lib/i18n/locales';
import { MESSAGES } from '@/lib/i18n/messages';
import type { CodeEvidence } from '@/lib/insight/code-detail';
import type { CodeSuggestion } from '@/lib/insight/code-suggestion';
import { Effect } from './effect';
import { Evidence } from './evidence';
import { toNodeItem } from './node-item';
import { NodesTable } from './nodes-table';
import { someOf } from './some-of';
import { Suggestion } from './suggestion';
import { Unnamed } from './unnamed';

const NOW = new Date('2026-11-20T08:00:00Z');
const NODE = toNodeItem(
  {
    ...{ id: 'n1', version: 1, nodeId: 'charge', name: 'Charge', workflowName: 'Orders', owner: null },
    ...{ failures: 1_234, failedExecutions: 1_200, atLast: 3, firstSeen: NOW, lastSeen: NOW },
    ...{ standing: 'unclassified', closedList: false, maxAttempts: 3, draftBy: null, canCarryPolicy: true },
  },
  { after: { retried: 12, succeeded: 9 }, mayPublish: true },
);

/** The text of some markup; a missing message is an error, and nothing of a log is ever markup. */
function shown(locale: (typeof LOCALES)[number], element: React.ReactNode): string {
  const html = markupIn(locale, <MantineProvider>{element}</MantineProvider>, { now: NOW });
  expect(html).not.toContain('<img');
  const text = html.replaceAll(/<style[\s\S]*?<\/style>/g, '').replaceAll(/<[^>]+>/g, ' ');
  expect(text).not.toContain('undefined');
  return text;
}

const evidence = (after: CodeEvidence['after']): CodeEvidence => ({
  ...{ read: 40, after, afterByNode: new Map() },
  messages: [{ text: '<img src=x onerror=alert(1)>', times: 3, lastSeen: NOW }],
});

const SUGGESTIONS: readonly (CodeSuggestion | null)[] = [
  { from: 'catalogue', class: 'transient', token: 'timeout', source: 'RFC 9110' },
  { from: 'colleagues', class: 'terminal', colleagues: { transient: ['a'], terminal: ['b', '<img>'] } },
  { from: 'colleagues', class: null, colleagues: { transient: ['a'], terminal: ['b'] } },
  { from: 'similar', via: 'words', class: 'transient', token: 'timeout', part: 'timeout', source: 'RFC 9110' },
  { from: 'similar', via: 'http_class', class: 'terminal', token: 'http_400', part: 'http_418', source: 'RFC 9110' },
  null,
];

describe.each(LOCALES)('in %s', (locale) => {
  const { code } = MESSAGES[locale].unclassified;

  it('what followed a retry is a share only where there are enough, with its interval', () => {
    const few = shown(locale, <Evidence evidence={evidence({ retried: 9, succeeded: 9 })} now={NOW} />);
    expect(few).toMatch(/9.*9/s);
    expect(few).not.toContain('%');
    const share = shown(locale, <Evidence evidence={evidence({ retried: 20, succeeded: 10 })} now={NOW} />);
    expect(share).toContain('50%');
    expect(share).toContain('30%');
    expect(share).toContain('70%');
    const none = shown(locale, <Evidence evidence={evidence({ retried: 0, succeeded: 0 })} now={NOW} />);
    expect(none).toContain('40');
  });

  it('a message from the log is text', () => {
    const words = shown(locale, <Evidence evidence={evidence({ retried: 0, succeeded: 0 })} now={NOW} />);
    expect(words).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('each suggestion names its source, and can be taken where it has a class', () => {
    for (const suggestion of SUGGESTIONS) {
      const words = shown(locale, <Suggestion suggestion={suggestion} take={() => undefined} />);
      if (suggestion !== null && 'source' in suggestion) expect(words).toContain(suggestion.source);
      const { take, nobody } = code.suggestion;
      expect(words.includes(take.split('{')[0] ?? '')).toBe((suggestion?.class ?? null) !== null);
      if (suggestion === null) expect(words).toContain(nobody);
    }
  });

  it('the effect is said before anything is done, and whom it cannot reach', () => {
    expect(shown(locale, <Effect nodes={[NODE]} failureClass={null} />)).toContain(code.effect.ask);
    expect(shown(locale, <Effect nodes={[NODE]} failureClass="transient" />)).toContain('1,197');
    const others = [
      { ...NODE, name: 'Once', maxAttempts: null },
      { ...NODE, name: 'Written on', draftBy: 'Bo' },
      { ...NODE, name: 'Of others', mayPublish: false },
      { ...NODE, name: 'Engine', canCarryPolicy: false },
    ];
    const words = shown(locale, <Effect nodes={others} failureClass="transient" />);
    for (const { name } of others) expect(words).toContain(name);
    expect(shown(locale, <Effect nodes={[]} failureClass="terminal" />)).toContain(code.effect.none);
  });

  it('nodes say what their policy says now, decided or not', () => {
    const nodes = [
      NODE,
      { ...NODE, id: 'n2', closedList: true, after: null, draftBy: 'Bo' },
      { ...NODE, id: 'n3', standing: 'transient' as const },
      { ...NODE, id: 'n4', standing: 'unknown' as const, canCarryPolicy: false },
    ];
    const words = shown(locale, <NodesTable nodes={nodes} />);
    for (const said of [code.table.default, code.table.list, code.table.unknown, code.table.noRetry])
      expect(words).toContain(said);
    expect(words.match(/1,234/g)).toHaveLength(4);
  });

  it.each([[null], [''], ['x'.repeat(300)]])('what no rule can name says what helps instead', (name) => {
    const words = shown(locale, <Unnamed code={name} />);
    expect(Object.values(code.unnamed).some(({ title, body }) => words.includes(title) && words.includes(body))).toBe(
      true,
    );
  });
});

it('of many names a few stand there, and how many more', () => {
  const more = (count: number) => `+${count}`;
  expect(someOf(['a', 'b', 'c', 'd'], more)).toEqual(['a', 'b', 'c', 'd']);
  expect(someOf(['a', 'b', 'c', 'd', 'e'], more)).toEqual(['a', 'b', 'c', '+2']);
});
