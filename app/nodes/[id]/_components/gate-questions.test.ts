import { describe, expect, it } from 'vitest';
import { questionsOf } from './gate-questions';

describe('what the gate asks about an action', () => {
  it('asks first whether the result stays the same', () =>
    expect(questionsOf({ id: 'charge' })).toEqual([{ field: 'idempotent', answer: null }]));

  it('shows a yes as the answer, and asks no more', () =>
    expect(questionsOf({ idempotent: true, repeatable: false })).toEqual([{ field: 'idempotent', answer: true }]));

  it('shows a no as the answer, and asks whether twice is acceptable', () =>
    expect(questionsOf({ idempotent: false })).toEqual([
      { field: 'idempotent', answer: false },
      { field: 'repeatable', answer: null },
    ]));

  it('shows both answers', () =>
    expect(questionsOf({ idempotent: false, repeatable: false }).map(({ answer }) => answer)).toEqual([false, false]));

  it('takes what is no answer as none', () =>
    expect(questionsOf({ idempotent: 'maybe' })).toEqual([{ field: 'idempotent', answer: null }]));
});
