import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';

/** How many checks went well and how many did not. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** Counts a report of Vitest (`--reporter=json`). A file that cannot even be loaded counts as one failure. */
export function tallyVitest(report: unknown): Tally {
  const { numPassedTests, numFailedTests, testResults } = vitestSchema.parse(report);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** Counts a report of Playwright (`--reporter=json`). A test that passed only when repeated counts as failed. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors } = playwrightSchema.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/**
 * Reads a report and counts it. A run that ended badly without naming a failed test, or left no report, counts
 * as one failure: nothing is green by accident.
 */
export async function readTally(file: string, count: (report: unknown) => Tally, succeeded: boolean): Promise<Tally> {
  let tally: Tally = { passed: 0, failed: 0 };
  let readable = true;
  try {
    tally = count(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    readable = false;
  }
  await rm(file, { force: true });
  const silentFailure = !readable || (!succeeded && tally.failed === 0);
  return silentFailure ? { ...tally, failed: tally.failed + 1 } : tally;
}
