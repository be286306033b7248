import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@/lib/shared/clock';
import { type Certificate, changesOf, drillsNeeded, holdsUntil, isProved, proofStanding } from './standing';
import { CERTIFICATE_MS, type CertificateKind, type Drill } from './vocabulary';

const now = new Date('2026-11-20T08:00:00Z');
const current = { policyHash: 'p', recipient: 'ops', routeHash: 'r' };
const needed = [1, 2, 3, 4] as const;

function passed(drill: Drill, kind: CertificateKind, change: Partial<Certificate> = {}): Certificate {
  const passedAt = new Date(now.getTime() - DAY_MS);
  return { drill, kind, trialId: 't', runId: 'n', nodeVersion: 1, target: 'sandbox', passedAt, ...current, ...change };
}

const all = (kind: CertificateKind, change: Partial<Certificate> = {}) =>
  needed.map((drill) => passed(drill, kind, change));

function standing(certificates: readonly Certificate[], drills: readonly Drill[] = needed) {
  return proofStanding({ needed: drills, certificates, current, now });
}

const states = (certificates: readonly Certificate[], drills?: readonly Drill[]) =>
  standing(certificates, drills).drills.map(({ state }) => state);

describe('drills needed', () => {
  test.each([
    ['none where nothing can fail', { nothingCanFail: true, claimsIdempotency: true }, []],
    ['four', { nothingCanFail: false, claimsIdempotency: false }, [1, 2, 3, 4]],
    ['five with a claim', { nothingCanFail: false, claimsIdempotency: true }, [1, 2, 3, 4, 5]],
  ])('%s', (_, input, expected) => {
    expect(drillsNeeded(input)).toEqual(expected);
  });
});

describe('a certificate', () => {
  test.each<[string, Partial<Certificate>, readonly string[]]>([
    ['holds', {}, []],
    ['for another policy', { policyHash: 'q' }, ['policy']],
    ['for another recipient, whose channels are others of course', { recipient: 'x', routeHash: 'y' }, ['recipient']],
    ['for nobody', { recipient: null, routeHash: '' }, ['recipient']],
    ['for other channels', { routeHash: 'y' }, ['channels']],
    ['to the last moment', { passedAt: new Date(now.getTime() - CERTIFICATE_MS + 1) }, []],
    ['not from then on', { passedAt: new Date(now.getTime() - CERTIFICATE_MS) }, ['age']],
    ['for all of it', { policyHash: 'q', routeHash: 'y', passedAt: new Date(0) }, ['policy', 'channels', 'age']],
    ['another version of the node whose policy is the same', { nodeVersion: 7 }, []],
  ])('%s', (_, change, expected) => {
    const [first] = standing([passed(1, 'simulated', change)], [1]).drills;
    expect(first?.certificates[0]?.voidedBy).toEqual(expected);
  });

  test('says until when', () => {
    const [first] = standing([passed(1, 'simulated')], [1]).drills;
    expect(first?.certificates[0]?.holdsUntil).toEqual(new Date(now.getTime() - DAY_MS + CERTIFICATE_MS));
  });
});

describe('a drill', () => {
  test('is proved by the stronger kind that holds', () => {
    expect(states([passed(1, 'simulated'), passed(1, 'platform')], [1])).toEqual(['platform']);
    expect(states([passed(1, 'simulated'), passed(1, 'platform', { policyHash: 'q' })], [1])).toEqual(['simulated']);
  });

  test('whose certificates fail is void, or aged where that is all', () => {
    const aged = { passedAt: new Date(0) };
    expect(states([passed(1, 'simulated', aged)], [1])).toEqual(['aged']);
    expect(states([passed(1, 'simulated', { ...aged, policyHash: 'q' })], [1])).toEqual(['void']);
    expect(states([passed(1, 'simulated', { policyHash: 'q' }), passed(1, 'platform', aged)], [1])).toEqual(['aged']);
  });

  test('that was not passed is missing, and one that is not needed is not named', () => {
    expect(states([passed(5, 'simulated'), passed(2, 'simulated')])).toEqual([
      ...['missing', 'simulated', 'missing', 'missing'],
    ]);
  });
});

describe('what pages say of drills', () => {
  const aged = { passedAt: new Date(0) };

  test('names everything that voided those that are proved no more', () => {
    const { drills } = standing([
      ...[passed(1, 'simulated', { policyHash: 'q' }), passed(1, 'platform')],
      ...[passed(2, 'simulated', { routeHash: 'y' }), passed(3, 'simulated', aged), passed(4, 'simulated', aged)],
    ]);
    expect(changesOf(drills)).toEqual(['channels', 'age']);
    expect(drills.map(isProved)).toEqual([true, false, false, false]);
  });

  test('says until when what is proved holds: the first end among the strongest', () => {
    const earlier = new Date(now.getTime() - 30 * DAY_MS);
    const { drills } = standing([
      ...[passed(1, 'platform'), passed(1, 'simulated', { passedAt: earlier })],
      ...[passed(2, 'platform', { passedAt: new Date(now.getTime() - 2 * DAY_MS) }), passed(3, 'simulated', aged)],
    ]);
    expect(holdsUntil(drills)).toEqual(new Date(now.getTime() - 2 * DAY_MS + CERTIFICATE_MS));
    expect(holdsUntil(standing([]).drills)).toBeNull();
  });
});

describe('the node', () => {
  const other = { policyHash: 'q' };
  test.each<[string, readonly Certificate[], readonly Drill[], string]>([
    ['no certificate', [], needed, 'none'],
    ['nothing to prove', all('platform'), [], 'none'],
    ['all simulated', all('simulated'), needed, 'simulated'],
    ['all by the platform', all('platform'), needed, 'platform'],
    ['one only simulated', [...all('platform').slice(1), passed(1, 'simulated')], needed, 'simulated'],
    ['one missing', all('platform').slice(1), needed, 'none'],
    ['all void', all('platform', other), needed, 'stale'],
    ['one void', [...all('platform').slice(1), passed(1, 'platform', other)], needed, 'stale'],
    ['one aged', [...all('simulated').slice(1), passed(1, 'simulated', { passedAt: new Date(0) })], needed, 'stale'],
    ['platform void, simulated holds', [...all('platform', other), ...all('simulated')], needed, 'simulated'],
    ['one void, one never passed', [passed(1, 'simulated', other)], needed, 'none'],
    ['a claim came later, nothing else', all('simulated'), [1, 2, 3, 4, 5], 'none'],
    ['a claim came later and voided the rest', all('simulated', other), [1, 2, 3, 4, 5], 'stale'],
    ['the claim went', [...all('simulated'), passed(5, 'simulated', other)], needed, 'simulated'],
  ])('%s', (_, certificates, drills, expected) => {
    expect(standing(certificates, drills).state).toBe(expected);
  });
});
