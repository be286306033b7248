import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { messageOf } from './message';

const t = createTranslator({ locale: 'en', messages: { greeting: 'Hello {name}', deep: { inner: 'x' } } });

describe('messageOf', () => {
  it('fills the text of a known key', () => {
    expect(messageOf(t, 'greeting', { name: '<b>Ann</b>' })).toBe('Hello <b>Ann</b>');
  });

  it('is null for a key without a text', () => {
    expect(messageOf(t, 'nowhere')).toBeNull();
  });
});
