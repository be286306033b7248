import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { ensureBrowser } from './browser';
import { projectRoot } from './child-process';
import { readTally, type Tally, tallyPlaywright, tallyVitest } from './test-report';

const REPORTS = path.join(projectRoot, 'node_modules/.cache/failpath/reports');
const BIN = path.join(projectRoot, 'node_modules/.bin');

const long = process.argv.includes('--long');
const results: Tally[] = [];
const BESIDE = { beside: true };

// Ctrl-C goes to the running step as well; it ends, and so do we.
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (interrupted = true));

await mkdir(REPORTS, { recursive: true });
if (long) await runLong();
else await runAll();

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0) + (interrupted ? 1 : 0);
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✘ ${failure.slice(0, 500)}`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function runAll(): Promise<void> {
  // Lint, types and tests all read the generated database client.
  await run('npm', ['run', '--silent', 'generate']);
  // What waits for one core, the database or a clock leaves room for what only computes.
  const linted = check('lint', BESIDE);
  const built = check('typecheck', BESIDE).then(() => check('build', BESIDE));
  await vitest('unit');
  await vitest('integration');
  await linted;
  if (await built) await playwright('chromium');
  else skip('browser tests: there is no build');
}

async function runLong(): Promise<void> {
  await run('npm', ['run', '--silent', 'generate']);
  await vitest('long');
  if (await check('build')) await playwright('long');
  else skip('browser tests: there is no build');
}

/** An npm script that either succeeds or not: one check. */
async function check(script: string, { beside = false } = {}): Promise<boolean> {
  const command = ['npm', 'run', '--silent', script] as const;
  const ok = beside ? await stepBeside(script, command) : await step(script, command[0], command.slice(1));
  if (!interrupted)
    results.push(ok ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [script] });
  return ok;
}

async function vitest(project: string): Promise<void> {
  const report = path.join(REPORTS, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = await step(project, path.join(BIN, 'vitest'), [
    'run',
    '--passWithNoTests',
    '--project',
    project,
    ...reporters,
  ]);
  if (!interrupted) results.push(await readTally(report, tallyVitest, ok));
}

async function playwright(project: string): Promise<void> {
  if (interrupted) return;
  ensureBrowser();
  const report = path.join(REPORTS, `${project}.json`);
  const args = ['test', '--pass-with-no-tests', '--project', project, '--reporter=list,json'];
  const ok = await step('e2e', path.join(BIN, 'playwright'), args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  if (!interrupted) results.push(await readTally(report, tallyPlaywright, ok));
}

function skip(what: string): void {
  if (interrupted) return;
  console.log(`\nNot run: ${what}`);
  results.push({ passed: 0, failed: 1, failures: [`Not run: ${what}`] });
}

async function step(
  name: string,
  command: string,
  args: readonly string[],
  env?: Record<string, string>,
): Promise<boolean> {
  if (interrupted) return false;
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
  const started = Date.now();
  const ok = await run(command, args, env);
  console.log(`${name}: ${ok ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`);
  return ok;
}

/** A step beside another one, which comes first: it steps back, and its output follows when it has ended. */
async function stepBeside(name: string, [command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  if (interrupted) return false;
  const started = Date.now();
  const child = start(command, args, ['ignore', 'pipe', 'pipe']);
  stepBack(child.pid);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => output.push(text));
  const [code] = await once(child, 'close');
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}\n${output.join('')}`);
  console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return code === 0;
}

/** What has ended already cannot step back. */
function stepBack(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is gone.
  }
}

async function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const [code] = await once(start(command, args, ['ignore', 'inherit', 'inherit'], env), 'exit');
  return code === 0;
}

function start(command: string, args: readonly string[], stdio: StdioOptions, env: Record<string, string> = {}) {
  return spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio,
    shell: process.platform === 'win32',
  });
}
