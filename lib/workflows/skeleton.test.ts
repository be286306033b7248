import fc from 'fast-check';
import { expect, test } from 'vitest';
import { policyArbitrary } from '@/lib/policy/testing/arbitraries';
import { RECORD_FIELDS } from '@/lib/policy/vocabulary';
import { toDocument } from '@/lib/policy/written';
import type { JsonObject } from '@/lib/shared/json';
import { skeletonFor } from './skeleton';

const look = (config: JsonObject, part: Partial<Parameters<typeof skeletonFor>[0]> = {}) =>
  skeletonFor({ config, canCarryPolicy: true, hasEngineRetry: false, hasDraft: false, ...part });

const RETRY = { maxAttempts: 5, backoff: 'fixed', initialInterval: '1s', maxInterval: '1s', retryOn: ['timeout'] };
const WHOLE = { action: 'manual', record: [...RECORD_FIELDS] };

test('a node without a decision gets retry and hand-off; keys of the platform are not part of it', () => {
  const outcome = look({ id: 'a', name: 'A', type: 'http' });
  expect(outcome).toMatchObject({ standing: 'open', parts: ['retry', 'hand_off'] });
  expect(outcome.standing === 'open' && Object.keys(outcome.document).sort()).toEqual(['onExhausted', 'retry']);
});

test('a retry that is decided stays as it is; only the hand-off comes', () => {
  const outcome = look({ retry: RETRY });
  expect(outcome).toMatchObject({ parts: ['hand_off'], document: { retry: RETRY, onExhausted: WHOLE } });
});

test('one try is a decision', () => {
  expect(look({ retry: { maxAttempts: 1 }, onExhausted: WHOLE })).toEqual({ standing: 'decided' });
});

test('a short record is completed, its recipient and further fields stay', () => {
  const outcome = look({ retry: RETRY, onExhausted: { action: 'manual', notify: 'biz', record: ['node_id', 'url'] } });
  expect(outcome).toMatchObject({
    parts: ['record'],
    document: { retry: RETRY, onExhausted: { notify: 'biz', record: [...RECORD_FIELDS, 'url'] } },
  });
});

test('retry blocks of the engine stay; only the hand-off comes', () => {
  const outcome = look({}, { hasEngineRetry: true });
  expect(outcome).toMatchObject({ parts: ['hand_off'] });
  expect(outcome.standing === 'open' && outcome.document).toEqual({ onExhausted: WHOLE });
});

test('its own transient codes are named on the list', () => {
  const outcome = look({ classification: [{ code: 'psp_busy', class: 'transient' }] });
  expect(outcome.standing === 'open' && outcome.document.retry).toMatchObject({
    retryOn: ['timeout', 'connection_refused', 'http_429', 'http_5xx', 'psp_busy'],
  });
});

test.each([
  ['cannot', {}, { canCarryPolicy: false }],
  ['draft', {}, { hasDraft: true }],
  ['draft', { retry: { maxAttempts: 'three' } }, { hasDraft: true }],
  ['invalid', { retry: { maxAttempts: 'three' } }, {}],
  ['nothing', { actions: [] }, {}],
  ['decided', { retry: RETRY, onExhausted: WHOLE }, { hasDraft: true }],
] as const)('a node is left out: %s', (standing, config, part) => {
  expect(look(config, part)).toEqual({ standing });
});

test('whatever stands there, nothing that is decided changes', () => {
  fc.assert(
    fc.property(policyArbitrary, (policy) => {
      const document = toDocument(policy);
      const config: JsonObject = JSON.parse(JSON.stringify(document));
      const outcome = look(config);
      if (outcome.standing !== 'open') return;
      const { retry, onExhausted, ...rest } = outcome.document;
      const { retry: retryBefore, onExhausted: _, ...restBefore } = config;
      expect(rest).toEqual(restBefore);
      if (retryBefore !== undefined) expect(retry).toEqual(retryBefore);
      if (policy.onExhausted?.notify) expect(onExhausted).toMatchObject({ notify: policy.onExhausted.notify });
    }),
  );
});
