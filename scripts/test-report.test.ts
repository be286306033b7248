import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTally, tallyPlaywright, tallyVitest } from './test-report';

const vitest = (passed: number, failed: number, files: unknown[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files,
});
const playwright = (expected: number, unexpected: number, flaky = 0, errors: unknown[] = []) => ({
  stats: { expected, unexpected, flaky, skipped: 4 },
  errors,
});

describe('tallyVitest', () => {
  it('counts tests, and a file that did not load as one failure', () => {
    expect(tallyVitest(vitest(5, 1))).toMatchObject({ passed: 5, failed: 1 });
    const broken = { name: 'a.test.ts', status: 'failed', message: 'no such\nmodule', assertionResults: [] };
    const good = { fullName: 'it works', status: 'passed', failureMessages: [] };
    const bad = { fullName: 'it stays', status: 'failed', failureMessages: ['it went\nat line 3'] };
    const ordinary = { name: 'b.test.ts', status: 'failed', message: '', assertionResults: [good, bad] };
    expect(tallyVitest(vitest(5, 1, [broken, ordinary]))).toEqual({
      passed: 5,
      failed: 2,
      failures: ['b.test.ts › it stays: it went', 'a.test.ts › could not be loaded: no such'],
    });
  });
});

describe('tallyPlaywright', () => {
  it('counts flaky tests and errors outside of tests as failures, skipped ones not at all', () => {
    expect(tallyPlaywright(playwright(7, 0))).toEqual({ passed: 7, failed: 0, failures: [] });
    const spec = (title: string, status: string, ...errors: unknown[]) => ({
      file: 'a.spec.ts',
      title,
      tests: [{ status, results: [{ errors }] }],
    });
    const suites = [
      {
        specs: [spec('opens', 'expected')],
        suites: [{ specs: [spec('closes', 'unexpected', { message: 'it stuck\nat' })] }],
      },
    ];
    expect(tallyPlaywright({ ...playwright(7, 1, 2, [{ message: 'no set-up' }]), suites })).toEqual({
      passed: 7,
      failed: 4,
      failures: ['a.spec.ts › closes: it stuck', 'e2e › outside of tests: no set-up'],
    });
  });
});

describe('readTally', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'failpath-report-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = async (text: string, succeeded: boolean) => {
    const file = path.join(folder, 'report.json');
    await writeFile(file, text);
    return readTally(file, tallyVitest, succeeded);
  };

  it.each([
    ['a good run', JSON.stringify(vitest(3, 0)), true, { passed: 3, failed: 0 }],
    ['a failed test', JSON.stringify(vitest(3, 2)), false, { passed: 3, failed: 2 }],
    ['a bad end without a failed test', JSON.stringify(vitest(3, 0)), false, { passed: 3, failed: 1 }],
    ['a report that is cut off', '{"numPassed', true, { passed: 0, failed: 1 }],
  ])('reads %s', async (_name, text, succeeded, expected) => {
    expect(await read(text, succeeded)).toMatchObject(expected);
  });

  it('takes a missing report for a failure, and does not read the report of an earlier run', async () => {
    await read(JSON.stringify(vitest(3, 0)), true);
    expect(await readTally(path.join(folder, 'report.json'), tallyVitest, true)).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });
});
