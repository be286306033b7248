import { describe, expect, it } from 'vitest';
import { shortenLines } from './long-lines';

const document = (changing: string) => `{"a":"${'x'.repeat(500)}","retry":${changing},"z":"${'y'.repeat(500)}"}`;

describe('shortenLines', () => {
  it('shows short lines whole', () => {
    const lines = [' a', '-b', '+c', ' d'];
    expect(shortenLines(lines)).toEqual(lines);
  });

  it('cuts what a long line and the one in its place have in common', () => {
    const [old, next] = shortenLines([`-${document('1')}`, `+${document('{"max":3}')}`]);
    expect(old).toBe(`-…${`${'x'.repeat(500)}","retry":`.slice(-60)}1${`,"z":"${'y'.repeat(500)}`.slice(0, 60)}…`);
    expect(next).toContain('"retry":{"max":3},"z"');
    expect(next?.length).toBeLessThan(140);
  });

  it('cuts nothing where lines do not stand against each other', () => {
    const lines = [`-${document('1')}`, `+${document('2')}`, `+${document('3')}`];
    expect(shortenLines(lines)).toEqual(lines);
  });

  it('never cuts a character in halves, and cuts a long line around it behind', () => {
    const line = (middle: string) => `${'😀'.repeat(120)}${middle}${'😀'.repeat(120)}`;
    for (const each of shortenLines([`-${line('a')}`, `+${line('bc')}`, ` ${'😀'.repeat(500)}`]))
      expect(() => encodeURIComponent(each)).not.toThrow();
    expect(shortenLines([` ${'a'.repeat(5_000)}`])[0]?.length).toBe(401);
  });

  it('says where one is only longer', () => {
    const line = 'abc'.repeat(100);
    expect(shortenLines([`-${line}`, `+${line}!`])[1]).toBe(`+…${line.slice(-60)}!`);
  });
});
