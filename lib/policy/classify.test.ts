import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import cases from '@/testdata/cases/classify.json';
import { type ClassifyInput, candidates, classify, conflicts, patternKey } from './classify';
import type { ClassificationRule } from './schema';
import { codeArbitrary, ruleArbitrary } from './testing/arbitraries';
import { FAILURE_CLASSES } from './vocabulary';

function rule(code: string, failureClass: string, action?: string): ClassificationRule {
  const found = FAILURE_CLASSES.find((each) => each === failureClass);
  if (found === undefined) throw new Error(failureClass);
  return { code, class: found, ...(action && { action }) };
}

function verdict(input: ClassifyInput, code: string | null) {
  const { class: judged, because } = classify(input, code);
  return `${judged}, ${because}`;
}

describe('the given cases', () => {
  test.each(cases)('case %#: $code is $class, $because', ({ rules, retryOn, code, class: judged, because }) => {
    const input = { rules: rules.map((each) => rule(each.code, each.class)), retryOn };
    expect(verdict(input, code)).toBe(`${judged}, ${because}`);
  });
});

describe('specificity', () => {
  const rules = [rule('card_*', 'terminal'), rule('card_d*', 'transient'), rule('card_declined', 'terminal')];

  test.each([
    ['card_declined', 'terminal, rule:card_declined'],
    ['card_delayed', 'transient, rule:card_d*'],
    ['card_expired', 'terminal, rule:card_*'],
  ])('%s: %s', (code, expected) => {
    expect(verdict({ rules }, code)).toBe(expected);
  });

  test('`*` is the last resort, behind http_5xx', () => {
    const input = { rules: [rule('*', 'terminal')], retryOn: ['http_5xx'] };
    expect(verdict(input, '503')).toBe('transient, retryOn:http_5xx');
    expect(verdict(input, 'weird')).toBe('terminal, rule:*');
  });

  test('raw first, then normalised, on both sides', () => {
    expect(verdict({ rules: [rule('HTTP_503', 'terminal')] }, '503')).toBe('terminal, rule:HTTP_503');
    expect(verdict({ rules: [rule('503', 'transient'), rule('HTTP 503', 'transient')] }, 'HTTP 503')).toBe(
      'transient, rule:HTTP 503',
    );
    expect(verdict({ rules: [], retryOn: ['http_5*'] }, 'HTTP 503')).toBe('transient, retryOn:http_5*');
    expect(verdict({ rules: [], retryOn: ['5XX'] }, 'States.Http.StatusCode.502')).toBe('transient, retryOn:5XX');
  });

  test('a rule of equal standing is named before retryOn', () => {
    expect(verdict({ rules: [rule('timeout', 'transient')], retryOn: ['timeout'] }, 'timeout')).toBe(
      'transient, rule:timeout',
    );
  });
});

describe('Step Functions wildcards', () => {
  test('States.ALL catches all but what the engine lets nobody catch, and keeps its name', () => {
    const input = { rules: [], retryOn: ['States.ALL'] };
    expect(verdict(input, 'weird')).toBe('transient, retryOn:States.ALL');
    expect(verdict(input, null)).toBe('transient, retryOn:States.ALL');
    expect(verdict(input, 'States.Runtime')).toBe('terminal, not in retryOn');
    expect(verdict(input, 'States.DataLimitExceeded')).toBe('terminal, not in retryOn');
  });

  test('States.TaskFailed catches all but a timeout and no code', () => {
    const input = { rules: [], retryOn: ['States.TaskFailed'] };
    expect(verdict(input, 'weird')).toBe('transient, retryOn:States.TaskFailed');
    expect(verdict(input, 'States.Timeout')).toBe('terminal, not in retryOn');
    expect(verdict(input, null)).toBe('terminal, not in retryOn');
  });

  test('States.ALL and * are the same pattern', () => {
    expect(conflicts({ rules: [rule('*', 'terminal')], retryOn: ['States.ALL'] })).toHaveLength(2);
  });
});

describe('no code and unknown codes', () => {
  test('no code: only * can match', () => {
    expect(verdict({ rules: [rule('a*', 'transient')] }, null)).toBe('terminal, unknown');
    expect(verdict({ rules: [], retryOn: ['timeout'] }, null)).toBe('terminal, not in retryOn');
    expect(verdict({ rules: [rule('*', 'transient')] }, null)).toBe('transient, rule:*');
  });

  test('unclassified = neither rule nor catalogue, closed list or not', () => {
    expect(classify({ rules: [] }, 'weird').unknown).toBe(true);
    expect(classify({ rules: [], retryOn: [] }, 'weird').unknown).toBe(true);
    expect(classify({ rules: [], retryOn: [] }, 'http_401').unknown).toBe(false);
    expect(classify({ rules: [rule('weird', 'terminal')] }, 'weird').unknown).toBe(false);
    expect(classify({ rules: [] }, null).unknown).toBe(true);
  });

  test('unknown is terminal, whatever the rules, unless one of them covers it', () => {
    fc.assert(
      fc.property(fc.array(ruleArbitrary), fc.option(fc.array(codeArbitrary)), fc.string(), (rules, retryOn, code) => {
        const found = classify({ rules, ...(retryOn && { retryOn }) }, code);
        if (found.unknown) expect(found.class).toBe('terminal');
        if (found.class === 'transient') expect(found.decidedBy !== null || found.because === 'catalogue').toBe(true);
      }),
    );
  });
});

describe('actions', () => {
  const rules = [rule('psp_busy', 'transient', 'charge'), rule('psp_busy', 'terminal', 'refund')];

  test('a rule holds for its action only', () => {
    expect(verdict({ rules, action: 'charge' }, 'psp_busy')).toBe('transient, rule:psp_busy');
    expect(verdict({ rules, action: 'refund' }, 'psp_busy')).toBe('terminal, rule:psp_busy');
    expect(verdict({ rules, action: 'mail' }, 'psp_busy')).toBe('terminal, unknown');
  });

  test('action unknown: all rules apply, and terminal wins where they disagree', () => {
    expect(classify({ rules }, 'psp_busy')).toMatchObject({ class: 'terminal', conflict: false });
    expect(verdict({ rules: [rule('psp_busy', 'transient', 'charge')] }, 'psp_busy')).toBe('transient, rule:psp_busy');
  });

  test('the rule of the action stands before the one of the node', () => {
    const both = [rule('busy', 'terminal'), rule('busy', 'transient', 'charge')];
    expect(verdict({ rules: both, action: 'charge' }, 'busy')).toBe('transient, rule:busy');
    expect(conflicts({ rules: both })).toEqual([]);
  });
});

describe('conflicts', () => {
  test('transient in retryOn and terminal in a rule: both places, and terminal until resolved', () => {
    const input = { rules: [rule('x', 'terminal'), rule('HTTP_503', 'terminal')], retryOn: ['timeout', '503'] };
    expect(conflicts(input)).toEqual([
      expect.objectContaining({
        code: 'classification_conflict',
        severity: 'error',
        path: ['classification', 1],
        values: expect.objectContaining({ code: 'HTTP_503', other: '503', otherPlace: 'retryOn', otherNumber: 2 }),
      }),
      expect.objectContaining({ path: ['retry', 'retryOn', 1], values: expect.objectContaining({ code: '503' }) }),
    ]);
    for (const code of ['503', 'HTTP_503', 'http_503'])
      expect(classify(input, code)).toMatchObject({ class: 'terminal', conflict: true, because: 'rule:HTTP_503' });
  });

  test('two rules of one scope that disagree', () => {
    expect(conflicts({ rules: [rule('a*', 'terminal'), rule('a*', 'transient')] })).toHaveLength(2);
    expect(conflicts({ rules: [rule('a', 'terminal'), rule('a*', 'transient')] })).toEqual([]);
    expect(conflicts({ rules: [rule('a', 'terminal'), rule('a', 'terminal')] })).toEqual([]);
  });

  test('a reported pattern is never judged transient', () => {
    fc.assert(
      fc.property(
        fc.array(ruleArbitrary, { maxLength: 6 }),
        fc.array(codeArbitrary, { maxLength: 4 }),
        (rules, retryOn) => {
          const input = { rules, retryOn };
          const reported = new Set(conflicts(input).map(({ path }) => path?.join()));
          const clashing = candidates(input).filter((each) =>
            reported.has(each.from === 'rule' ? `classification,${each.index}` : `retry,retryOn,${each.index}`),
          );
          for (const { pattern } of clashing) {
            const found = classify(input, pattern);
            if (found.decidedBy && patternKey(found.decidedBy.pattern) === patternKey(pattern))
              expect(found.class).toBe('terminal');
          }
        },
      ),
    );
  });
});
