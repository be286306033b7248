import type { HttpAnswer } from '@/lib/network/guarded-post';
import { webhookSignature } from '@/lib/network/webhook-signature';
import type { EpochMs } from '@/lib/shared/clock';
import { cutBytes } from '../cut';
import type { HandOffNotice, Notice, TestNotice } from '../notice';
import { oneLine, plainText } from '../plain-text';
import { redactText } from '../redact-text';
import type { SendResult } from '../send-result';
import { guardedPost } from './guarded-fetch';
import { refused, resultOf, WRONG_SECRETS } from './http-result';
import type { Sender, Sending } from './sender';
import { LONG, subjectOf } from './words';

/** Bytes of a name, a code or a hash. */
const SHORT = 1_000;
/** 502 and 504 ask to be left alone for a while, as 429 does (Standard Webhooks). */
const REST_MS = 30_000;

/**
 * A signed webhook (Standard Webhooks). Its body is data: raw texts, with control and bidi characters gone and secrets
 * masked. The receiver knows a repetition by `webhook-id`, so the body of one is the same to the byte.
 */
export const webhook: Sender = {
  repeats: 'key',
  rate: { burst: 20, perMinute: 600 },
  render: (notice) => {
    const body = JSON.stringify(payloadOf(notice));
    return { subject: subjectOf(notice), body, repeatedBody: body };
  },
  send: async ({ secrets, deliveryId, body, now }: Sending): Promise<SendResult> => {
    if (secrets.kind !== 'webhook') return WRONG_SECRETS;
    const seconds = Math.floor(now.getTime() / 1_000);
    const exchange = await guardedPost({
      kind: 'webhook',
      url: secrets.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': deliveryId,
        'webhook-timestamp': String(seconds),
        'webhook-signature': webhookSignature({ id: deliveryId, seconds, body }, secrets.signingSecrets),
      },
      body,
    });
    // What a receiver of any kind says is not shown: it could be read from where nobody should read.
    const throttles = exchange.kind === 'answered' && [429, 502, 504].includes(exchange.answer.status);
    if (throttles) return throttled(exchange.answer, now);
    return resultOf(exchange, now, ({ status }) => ({ outcome: 'ok', status }));
  },
};

function throttled(answer: HttpAnswer, now: Date): SendResult {
  const result = refused(answer, now);
  return result.outcome === 'retry' ? { ...result, channelRestsMs: result.afterMs ?? REST_MS } : result;
}

/** `type`, `timestamp` and `data`, as Standard Webhooks has it; `docs` of receivers quote these names. */
function payloadOf(notice: Notice) {
  return notice.kind === 'test' ? testPayload(notice) : handOffPayload(notice);
}

function testPayload({ at, groupName, requestedBy, confirmLink, deliveryId }: TestNotice) {
  return {
    type: 'test',
    timestamp: at.toISOString(),
    data: { delivery_id: deliveryId, group: short(groupName), requested_by: short(requestedBy), confirm: confirmLink },
  };
}

/** Names as all others of the payload are written. */
function aboveOf({ aboveThreshold }: HandOffNotice) {
  if (aboveThreshold === null) return null;
  const { failures, threshold, anyCode } = aboveThreshold;
  return { failures, threshold, any_code: anyCode };
}

function handOffPayload(notice: HandOffNotice) {
  const { record, why } = notice;
  return {
    type: 'node.failed',
    timestamp: iso(record.lastFailedAt),
    data: {
      // Before all else: whoever acts by these messages must not act on one that was made on purpose.
      drill: notice.drill !== null,
      delivery_id: notice.deliveryId,
      fingerprint: notice.fingerprint,
      group: short(notice.groupName),
      workflow: { key: short(notice.workflow.key), name: short(notice.workflow.name) },
      node_name: short(notice.node.name),
      run_id: short(notice.runId),
      node_id: short(record.nodeId),
      attempt: record.attempt,
      error_code: record.errorCode === null ? null : short(redactText(record.errorCode)),
      error_message:
        record.errorMessage === null ? null : cutBytes(redactText(plainText(record.errorMessage)).trim(), LONG),
      payload_hash: record.payloadHash === null ? null : short(record.payloadHash),
      first_failed_at: iso(record.firstFailedAt),
      last_failed_at: iso(record.lastFailedAt),
      final_action: record.finalAction,
      trigger: why.trigger,
      limit: why.limit ?? null,
      stopped_early: why.stoppedEarly ?? null,
      count: notice.count,
      silent_until: notice.silentUntil.toISOString(),
      above_threshold: aboveOf(notice),
      link: notice.link,
      ...(notice.drill && { confirm: notice.drill.confirmLink }),
    },
  };
}

function iso(at: EpochMs): string {
  return new Date(at).toISOString();
}

function short(text: string): string {
  return cutBytes(oneLine(text), SHORT);
}
