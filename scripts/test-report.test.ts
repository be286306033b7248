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
    expect(tallyVitest(vitest(5, 1))).toEqual({ passed: 5, failed: 1 });
    const broken = { status: 'failed', assertionResults: [] };
    const ordinary = { status: 'failed', assertionResults: [{}] };
    expect(tallyVitest(vitest(5, 1, [broken, ordinary]))).toEqual({ passed: 5, failed: 2 });
  });
});

describe('tallyPlaywright', () => {
  it('counts flaky tests and errors outside of tests as failures, skipped ones not at all', () => {
    expect(tallyPlaywright(playwright(7, 0))).toEqual({ passed: 7, failed: 0 });
    expect(tallyPlaywright(playwright(7, 1, 2, [{}]))).toEqual({ passed: 7, failed: 4 });
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
    expect(await read(text, succeeded)).toEqual(expected);
  });

  it('takes a missing report for a failure, and does not read the report of an earlier run', async () => {
    await read(JSON.stringify(vitest(3, 0)), true);
    expect(await readTally(path.join(folder, 'report.json'), tallyVitest, true)).toEqual({ passed: 0, failed: 1 });
  });
});
