import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** How many checks went well and how many did not, and which those were, each with the first line of why. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.object({ message: z.string().default('') })),
  suites: z.array(z.unknown()).default([]),
});

const suiteSchema = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default('') })).default([]) })),
          }),
        ),
      }),
    )
    .default([]),
  suites: z.array(z.unknown()).default([]),
});

/** Counts a report of Vitest (`--reporter=json`). A file that cannot even be loaded counts as one failure. */
export function tallyVitest(report: unknown): Tally {
  const { numPassedTests, numFailedTests, testResults } = vitestSchema.parse(report);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => line(name, fullName, failureMessages?.[0])),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failures: [...failures, ...broken.map(({ name, message }) => line(name, 'could not be loaded', message))],
  };
}

/** Counts a report of Playwright (`--reporter=json`). A test that passed only when repeated counts as failed. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors, suites } = playwrightSchema.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...suites.flatMap(failedSpecs),
      ...errors.map(({ message }) => line('e2e', 'outside of tests', message)),
    ],
  };
}

function failedSpecs(suite: unknown): readonly string[] {
  const { specs, suites } = suiteSchema.parse(suite);
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => line(file, title, results.flatMap(({ errors }) => errors)[0]?.message)),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
}

const line = (file: string, title: string, message = '') =>
  `${path.relative('.', file)} › ${title}: ${message.trim().split('\n', 1)[0]}`;

/**
 * Reads a report and counts it. A run that ended badly without naming a failed test, or left no report, counts
 * as one failure: nothing is green by accident. What was read is kept as `<name>.last.json`.
 */
export async function readTally(file: string, count: (report: unknown) => Tally, succeeded: boolean): Promise<Tally> {
  let tally: Tally = { passed: 0, failed: 0, failures: [] };
  let readable = true;
  try {
    tally = count(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    readable = false;
  }
  // Else the next run would read it again if it left none.
  await rename(file, file.replace(/\.json$/, '.last.json')).catch(() => undefined);
  const silentFailure = !readable || (!succeeded && tally.failed === 0);
  if (!silentFailure) return tally;
  const silent = line(file, readable ? 'ended badly without a failed test' : 'left no report that can be read');
  return { ...tally, failed: tally.failed + 1, failures: [...tally.failures, silent] };
}
