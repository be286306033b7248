import { describe, expect, it } from 'vitest';
import { inboxVersionSchema } from './inbox-version-schema';

const key = 'ba6b9b21ccda57e7097d531fc98872ee';
const since = '2026-11-30T04:37:24.399Z';

describe('inboxVersionSchema', () => {
  it.each([
    { key, since },
    { key: null, since },
    { key: null, since: null },
  ])('takes what pages ask by: $key $since', (asked) => {
    expect(inboxVersionSchema.safeParse(asked).success).toBe(true);
  });

  it.each([
    { key: '\0', since },
    { key: '', since },
    { key: null, since: '-000001-01-01T00:00:00Z' },
    { key: null, since: '0000-01-01T00:00:00Z' },
    { key: null, since: '+275760-09-13T00:00:00Z' },
    { key: null, since: 'yesterday' },
  ])('refuses what Postgres would stumble over: $key $since', (asked) => {
    expect(inboxVersionSchema.safeParse(asked).success).toBe(false);
  });
});
