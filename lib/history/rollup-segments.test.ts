import { describe, expect, it } from 'vitest';
import { segmentsOf } from './rollup-segments';
import { edgeAt, restOf } from './rollup-slots';

const at = (text: string) => new Date(`2026-11-${text}Z`);

describe('an instant', () => {
  it('is cut at the nearest quarter hour, and the rest lies between', () => {
    const edge = edgeAt(at('02T00:07:00'));
    expect(edge).toEqual({ at: at('02T00:07:00'), rolled: at('02T00:00:00'), day: '2026-11-02', slotBefore: -1 });
    expect(restOf(edge)).toEqual({ from: at('02T00:00:00'), to: at('02T00:07:00') });
    expect(restOf(edgeAt(at('01T23:53:00')))).toEqual({ from: at('01T23:53:00'), to: at('02T00:00:00') });
    expect(restOf(edgeAt(at('02T00:15:00')))).toBeNull();
  });
});

describe('a span', () => {
  it('is cut at the beginnings of buckets and of UTC days', () => {
    const span = { from: at('01T12:00:00'), to: at('02T18:00:00') };
    expect(segmentsOf([at('01T00:00:00'), at('01T16:00:00'), at('02T16:00:00')], span)).toEqual({
      segments: [
        { day: '2026-11-01', first: 48, last: 63, bucket: 0 },
        { day: '2026-11-01', first: 64, last: 95, bucket: 1 },
        { day: '2026-11-02', first: 0, last: 63, bucket: 1 },
        { day: '2026-11-02', first: 64, last: 71, bucket: 2 },
      ],
      rest: null,
    });
  });

  it('without an end goes on behind the day of its last cut', () => {
    const { segments, rest } = segmentsOf([at('01T16:00:00')], { from: at('01T12:00:00'), to: null });
    expect(segments.map(({ first, last, bucket }) => [first, last, bucket])).toEqual([
      [48, 63, -1],
      [64, 95, 0],
    ]);
    expect(rest).toEqual({ after: '2026-11-01', bucket: 0 });
  });
});
