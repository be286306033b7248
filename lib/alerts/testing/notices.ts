import type { HandOffNotice, TestNotice } from '../notice';

const ADDRESSED = {
  deliveryId: '4f7d9a0c-2b1e-4c3d-8e5f-6a7b8c9d0e1f',
  fingerprint: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  groupName: 'Payments on call',
  language: 'en',
  timeZone: 'Asia/Shanghai',
  possibleDuplicate: false,
} as const;

/** A notification with every field set, unless told otherwise. */
export function handOffNotice(
  change: Partial<Omit<HandOffNotice, 'record'>> & { record?: Partial<HandOffNotice['record']> } = {},
): HandOffNotice {
  const { record, ...rest } = change;
  return {
    ...ADDRESSED,
    kind: 'notification',
    workflow: { key: 'order-fulfilment', name: 'Order fulfilment' },
    node: { id: 'charge-card', name: 'Charge the card' },
    runId: 'run-7731',
    why: { trigger: 'exhausted', limit: 'max_attempts' },
    count: 12,
    silentUntil: new Date('2026-11-30T03:00:00Z'),
    aboveThreshold: { failures: 7, threshold: 5, anyCode: false },
    link: 'https://failpath.example/inbox/5b0d8c4e-1111-4222-8333-944455556666',
    drill: null,
    ...rest,
    record: {
      nodeId: 'charge-card',
      attempt: 3,
      errorCode: 'psp_busy',
      errorMessage: 'the provider is busy',
      payloadHash: 'sha256:9f86d081884c7d65',
      firstFailedAt: Date.parse('2026-11-30T02:29:00Z'),
      lastFailedAt: Date.parse('2026-11-30T02:30:05.250Z'),
      finalAction: 'manual',
      ...record,
    },
  };
}

/** A test message, unless told otherwise. */
export function testNotice(change: Partial<TestNotice> = {}): TestNotice {
  return {
    ...ADDRESSED,
    kind: 'test',
    requestedBy: 'Ann Example',
    at: new Date('2026-11-30T02:30:00Z'),
    confirmLink: 'https://failpath.example/confirm/c0ffee',
    ...change,
  };
}
