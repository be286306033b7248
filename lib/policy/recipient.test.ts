import { describe, expect, test } from 'vitest';
import { recipientAndReason, recipientOf } from './recipient';

const notify = { onExhausted: { action: 'manual' as const, notify: 'oncall' } };

describe('recipientAndReason', () => {
  test('whom the node says to notify, else its owner, else the owner of the workflow', () => {
    expect(recipientAndReason({ ...notify, owner: 'payments' }, 'orders')).toEqual({ slug: 'oncall', from: 'notify' });
    expect(recipientAndReason({ owner: 'payments' }, 'orders')).toEqual({ slug: 'payments', from: 'node' });
    expect(recipientAndReason({}, 'orders')).toEqual({ slug: 'orders', from: 'workflow' });
    expect(recipientAndReason({ onExhausted: { action: 'manual' } }, 'orders')?.from).toBe('workflow');
  });

  test('nobody stands in for an owner who is missing', () => {
    expect(recipientAndReason({}, null)).toBeNull();
    expect(recipientOf({}, null)).toBeNull();
  });
});
