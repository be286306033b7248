import { createTranslator } from 'next-intl';
import { MESSAGES } from '@/lib/i18n/messages';
import type { EpochMs } from '@/lib/shared/clock';
import { cutBytes, fitted } from '../cut';
import type { HandOffNotice, Notice, TestNotice } from '../notice';
import { oneLine, plainText } from '../plain-text';
import { redactText } from '../redact-text';
import type { AboveThreshold } from '../threshold';
import type { Message } from './sender';

/** A notice in words: plain text from end to end, which each kind of channel escapes as its target wants it. */
export interface NoticeText {
  readonly subject: string;
  readonly title: string;
  /** The first ones say that it is about a drill, and that the message may have arrived before, where that is so. */
  readonly lines: readonly string[];
  /** Between a label and its value. */
  readonly colon: string;
  readonly facts: readonly Fact[];
  /** The first one is what the message is about. */
  readonly links: readonly { readonly label: string; readonly url: string }[];
  readonly to: string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Several lines, or one that is long. */
  readonly long: boolean;
}

/** Bytes that a name, a code or a hash may take, and an error message. */
const SHORT = 240;
const SUBJECT_NAME = 80;
export const LONG = 8_000;

/**
 * The message of a notice: `bodyOf` puts the words into the shape of its target; texts from outside get as much room
 * as leaves the whole at no more than `most`, measured by `measure` (bytes by default). Labels and link are never cut.
 */
export function messageOf(
  notice: Notice,
  bodyOf: (text: NoticeText) => string,
  { most, measure }: { most: number; measure?: (body: string) => number },
): Message {
  const say = wordsOf(notice);
  const limit = { most, widest: LONG, ...(measure && { measure }) };
  const body = (duplicate: boolean): string => fitted((room) => bodyOf(say({ room, duplicate })), limit);
  const repeatedBody = body(true);
  return {
    subject: say({ room: LONG, duplicate: false }).subject,
    body: notice.possibleDuplicate ? repeatedBody : body(false),
    repeatedBody,
  };
}

/** The first line of a notice. */
export function subjectOf(notice: Notice): string {
  return wordsOf(notice)({ room: LONG, duplicate: false }).subject;
}

interface Wanted {
  /** Bytes for each text from outside. */
  readonly room: number;
  readonly duplicate: boolean;
}

/** A notice in words, in the language of its group; what costs time is done once. */
export function wordsOf(notice: Notice): (wanted: Wanted) => NoticeText {
  const t = createTranslator({
    locale: notice.language,
    messages: MESSAGES[notice.language],
    namespace: 'notices',
    timeZone: 'UTC',
  });
  return notice.kind === 'test' ? testWords(notice, t) : handOffWords(notice, t);
}

type Words = ReturnType<typeof createTranslator<(typeof MESSAGES)['en'], 'notices'>>;

function testWords(notice: TestNotice, t: Words): (wanted: Wanted) => NoticeText {
  const group = oneLine(notice.groupName);
  const by = oneLine(redactText(notice.requestedBy));
  return ({ room, duplicate }) => {
    const short = shortIn(room);
    const values = { group: short(group), by: short(by) };
    const subject = t('test.subject', values);
    return {
      subject: duplicate ? t('duplicateSubject', { subject }) : subject,
      title: t('test.title', values),
      lines: [...repeated(duplicate, t), t('test.lead', values)],
      colon: t('colon'),
      facts: [
        { label: t('labels.group'), value: values.group, long: false },
        { label: t('labels.by'), value: values.by, long: false },
        { label: t('labels.at'), value: timeIn(notice.at.getTime(), notice.timeZone), long: false },
      ],
      links: [{ label: t('test.confirm'), url: notice.confirmLink }],
      to: t('to', values),
    };
  };
}

function repeated(duplicate: boolean, t: Words): readonly string[] {
  return duplicate ? [t('duplicate')] : [];
}

function handOffWords(notice: HandOffNotice, t: Words): (wanted: Wanted) => NoticeText {
  const { record, why, aboveThreshold, drill } = notice;
  const outside = {
    workflow: named(notice.workflow.name, notice.workflow.key),
    node: named(notice.node.name, notice.node.id),
    workflowName: oneLine(notice.workflow.name),
    nodeName: oneLine(notice.node.name),
    nodeId: oneLine(record.nodeId),
    group: oneLine(notice.groupName),
    run: oneLine(notice.runId),
    code: clean(record.errorCode, oneLine),
    message: clean(record.errorMessage, (text) => plainText(text).trim()),
    hash: clean(record.payloadHash, oneLine),
  };
  const time = (at: EpochMs): string => timeIn(at, notice.timeZone);
  return ({ room, duplicate }) => {
    const short = shortIn(room);
    const name = (text: string): string => cutBytes(text, Math.min(room, SUBJECT_NAME));
    const fact = (label: Parameters<Words>[0], value: string | null, long = false): Fact => ({
      label: t(label),
      value: value ?? t('unavailable'),
      long: long && value !== null,
    });
    const subject = t('subject', {
      workflow: name(outside.workflowName),
      node: name(outside.nodeName),
      code: outside.code === null ? t('noCode') : name(outside.code),
    });
    const sent = duplicate ? t('duplicateSubject', { subject }) : subject;
    const title = t('title', { node: name(outside.nodeName) });
    return {
      subject: drill ? t('drill.subject', { subject: sent }) : sent,
      title: drill ? t('drill.title', { title }) : title,
      lines: [
        ...(drill ? [t('drill.lead')] : []),
        ...repeated(duplicate, t),
        t(`why.${reasonOf(why)}`),
        t('count', { count: notice.count }),
        ...(aboveThreshold ? [t('above', aboveValues(aboveThreshold))] : []),
        t('silent', { until: time(notice.silentUntil.getTime()) }),
      ],
      colon: t('colon'),
      facts: [
        fact('labels.workflow', short(outside.workflow)),
        fact('labels.node', short(outside.node)),
        fact('labels.node_id', short(outside.nodeId)),
        fact('labels.run', short(outside.run)),
        fact('labels.attempt', t('attempt', { attempt: record.attempt })),
        fact('labels.error_code', outside.code && short(outside.code)),
        fact('labels.error_message', outside.message && cutBytes(outside.message, room), true),
        fact('labels.payload_hash', outside.hash && short(outside.hash)),
        fact('labels.first_failed_at', time(record.firstFailedAt)),
        fact('labels.last_failed_at', time(record.lastFailedAt)),
        fact('labels.final_action', t(`finalAction.${record.finalAction}`)),
      ],
      links: linksOf(notice, t),
      to: t('to', { group: short(outside.group) }),
    };
  };
}

function linksOf({ link, drill }: HandOffNotice, t: Words): NoticeText['links'] {
  if (drill === null) return [{ label: t('open'), url: link }];
  return [
    { label: t('drill.open'), url: link },
    { label: t('drill.confirm'), url: drill.confirmLink },
  ];
}

function reasonOf({ trigger, limit, stoppedEarly }: HandOffNotice['why']) {
  if (trigger === 'terminal') return trigger;
  return stoppedEarly ?? limit ?? 'max_attempts';
}

function shortIn(room: number): (text: string) => string {
  return (text) => cutBytes(text, Math.min(room, SHORT));
}

function named(name: string, id: string): string {
  return name === id ? oneLine(name) : oneLine(`${name} (${id})`);
}

/** A text from the log, redacted; null when the source has none. */
function clean(text: string | null, strip: (text: string) => string): string | null {
  if (text === null) return null;
  const stripped = strip(redactText(plainText(text)));
  return stripped === '' ? null : stripped;
}

/** ISO in UTC, and how clocks show it in the group's zone: `2026-11-30T02:00:00Z (2026-11-30 10:00:00 Asia/Shanghai)`. */
export function timeIn(at: EpochMs, timeZone: string): string {
  const iso = new Date(at).toISOString().replace('.000Z', 'Z');
  if (timeZone === 'UTC') return iso;
  try {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return `${iso} (${local.format(at)} ${timeZone})`;
  } catch {
    return iso;
  }
}

function aboveValues({ failures, threshold, anyCode }: AboveThreshold) {
  return { failures, threshold, any: String(anyCode) };
}
