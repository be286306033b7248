import { describe, expect, it } from 'vitest';
import { inboxKeysSchema } from './inbox-schema';

const asked = (seenUntil: string) => ({ keys: [{ fingerprint: 'ba6b9b21ccda57e7097d531fc98872ee', seenUntil }] });

describe('inboxKeysSchema', () => {
  it('takes the moment at which somebody looked', () => {
    expect(inboxKeysSchema.safeParse(asked('2026-11-30T04:37:24.399Z')).success).toBe(true);
  });

  it.each(['0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', 'yesterday'])('refuses %s, which none can be', (time) => {
    const issues = inboxKeysSchema.safeParse(asked(time)).error?.issues ?? [];
    expect([...new Set(issues.map(({ message }) => message))]).toEqual(['seen_until_shape']);
  });
});
