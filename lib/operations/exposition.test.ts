import { describe, expect, it } from 'vitest';
import { exposition } from './exposition';

describe('exposition', () => {
  it('writes help, type and samples of each family', () => {
    const text = exposition([
      { name: 'a_total', type: 'counter', help: 'How many.', samples: [{ value: 3 }] },
      {
        name: 'b',
        type: 'gauge',
        help: 'How much.',
        samples: [
          { labels: { kind: 'x', state: 'y' }, value: 0.25 },
          { labels: { kind: 'z', state: 'y' }, value: 0 },
        ],
      },
    ]);
    expect(text).toBe(
      '# HELP a_total How many.\n# TYPE a_total counter\na_total 3\n' +
        '# HELP b How much.\n# TYPE b gauge\nb{kind="x",state="y"} 0.25\nb{kind="z",state="y"} 0\n',
    );
  });

  it.each([
    ['a "quote"', 'a \\"quote\\"'],
    ['back\\slash', 'back\\\\slash'],
    ['two\nlines', 'two\\nlines'],
    ['"} 1\nfailpath_up 0', '\\"} 1\\nfailpath_up 0'],
    ['中文', '中文'],
  ])('a value of a label stays one: %j', (value, written) => {
    const samples = [{ labels: { source: value }, value: 1 }];
    expect(exposition([{ name: 'a', type: 'gauge', help: 'x', samples }]).split('\n')[2]).toBe(
      `a{source="${written}"} 1`,
    );
  });

  it('escapes help, and writes what is no finite number as Prometheus does', () => {
    const samples = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e21].map((value) => ({ value }));
    expect(exposition([{ name: 'a', type: 'gauge', help: 'one\\two\nthree', samples }])).toBe(
      '# HELP a one\\\\two\\nthree\n# TYPE a gauge\na NaN\na +Inf\na -Inf\na 1e+21\n',
    );
  });
});
