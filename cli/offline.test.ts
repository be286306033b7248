import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, failpath, failpathHere, ROOT, type Surroundings } from './testing/failpath';

let folder: string;
const at = (name: string) => path.join(folder, name);
const example = (name: string) => path.join(ROOT, 'examples', name);

/** Files are named as in the folder, and so is what comes out. */
async function here(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const isFile = (arg: string) => /^[\w.]+\.(?:yaml|json)$/.test(arg);
  const { code, out, err } = await failpathHere(
    args.map((arg) => (isFile(arg) ? at(arg) : arg)),
    surroundings,
  );
  const plain = (text: string) => text.replaceAll(`${folder}${path.sep}`, '');
  return { code, out: plain(out), err: plain(err) };
}

const FINE = `format: failpath/v1
workflow: payout
owner: payments
nodes:
  - id: pay
    name: Pay out
    retry: { maxAttempts: 3, backoff: exponential, initialInterval: 5s, maxInterval: 1m }
    actions:
      - { id: pay, kind: http, target: POST /payouts, idempotent: true }
    onExhausted: { action: manual }
`;
const ASL = JSON.stringify(
  {
    StartAt: 'Pay',
    States: { Pay: { Type: 'Task', Resource: 'arn:aws:lambda:eu-west-1:1:function:pay', End: true } },
  },
  null,
  2,
);
const SIDECAR = `format: failpath/v1
sidecarOf: payout.asl.json
workflow: payout
owner: payments
nodes:
  - id: Pay
    alert: { silence: 10m }
`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'failpath-cli-'));
  await writeFile(at('fine.yaml'), FINE);
  await writeFile(at('unsafe.yaml'), FINE.replace('idempotent: true', 'idempotent: false, repeatable: false'));
  await writeFile(at('broken.yaml'), FINE.replace('maxAttempts: 3', 'maxAttempts: many'));
  await writeFile(at('cut.yaml'), 'format: failpath/v1\nnodes: [\n');
  await writeFile(at('latin1.yaml'), Buffer.from([0x66, 0x3a, 0x20, 0xe9, 0x0a]));
  await writeFile(at('payout.asl.json'), ASL);
  await writeFile(at('payout.asl.failpath.yaml'), SIDECAR);
  await cp(example('stock-sync.yaml'), at('stock-sync.yaml'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('failpath validate', () => {
  it('ends with 0 for files that hold, in whatever folder it is called', async () => {
    const { code, out, err } = await failpath(['validate', 'fine.yaml'], { cwd: folder });
    expect({ code, out, err }).toEqual({
      code: 0,
      out: 'fine.yaml: fine (failpath, 1 node)\n1 file: 0 errors, 0 warnings, 0 notes\n',
      err: '',
    });
  });

  it('names file, line and column of what does not hold, says how to mend it, and ends with 1', async () => {
    const { code, out } = await failpath(['validate', 'broken.yaml', 'unsafe.yaml', 'cut.yaml'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toMatch(/^broken\.yaml:7:27: error: .*(node pay).*\[max_attempts_range\]$/m);
    expect(out).toMatch(/^unsafe\.yaml:9:9: error: .*(node pay).*\[gate_refused\]$/m);
    expect(out).toMatch(/^cut\.yaml:\d+:\d+: error: /m);
  });

  it('lets the examples pass, and takes warnings for findings only with --strict', async () => {
    const files = ['invoice-run.yaml', 'order-fulfilment.yaml', 'stock-sync.yaml'].map(example);
    const [plain, strict, quiet] = await Promise.all([
      here(['validate', ...files]),
      here(['validate', '--strict', ...files]),
      here(['validate', '--quiet', ...files]),
    ]);
    expect(plain).toMatchObject({ code: 0, err: '' });
    expect(plain.out).toContain('3 files: 0 errors, ');
    expect(strict).toMatchObject({ code: 1, out: plain.out });
    expect(quiet).toEqual({ code: 0, out: '', err: '' });
  });

  it('reads many real state machines', async () => {
    const corpus = path.join(ROOT, 'testdata/corpus/asl');
    const names = (await readdir(corpus)).filter((name) => name.endsWith('.asl.json'));
    const files = names.map((name) => path.join(corpus, name));
    expect(files.length).toBeGreaterThan(20);
    const { code, out } = await here(['validate', '--json', ...files]);
    const report: { files: { file: string; dialect: string; workflow: unknown }[] } = JSON.parse(out);
    expect([0, 1]).toContain(code);
    expect(report.files).toHaveLength(files.length);
    expect(report.files.every(({ dialect }) => dialect === 'asl')).toBe(true);
    // One of them is a template, and no JSON before it is filled in.
    const unread = report.files.filter(({ workflow }) => workflow === null).map(({ file }) => path.basename(file));
    expect(unread).toEqual(['sfn-iot-data-analytics-dataset__statemachine.asl.json']);
  });

  it('reads the sidecar beside a file, or named with it, and places what is wrong in it there', async () => {
    const definition = await here(['validate', '--json', 'payout.asl.json']);
    expect(JSON.parse(definition.out)).toMatchObject({
      files: [{ sidecar: 'payout.asl.failpath.yaml', findings: [] }],
    });
    const both = await here(['validate', '--json', 'payout.asl.failpath.yaml', 'payout.asl.json']);
    expect(JSON.parse(both.out).files).toHaveLength(1);
    const none = await here(['validate', '--json', '--no-sidecar', 'payout.asl.json']);
    expect(JSON.parse(none.out)).toMatchObject({ files: [{ sidecar: null }] });

    const wrong = 'wrong.asl.failpath.yaml';
    await writeFile(at('wrong.asl.json'), ASL);
    await writeFile(at(wrong), SIDECAR.replace('payout.asl', 'wrong.asl').replace('10m', '5 parsecs'));
    const { code, out } = await here(['validate', 'wrong.asl.json']);
    expect(code).toBe(1);
    expect(out).toContain(`${wrong}:7:`);
    expect(out).not.toContain('[sidecar_problem]');
  });

  it('reads standard input', async () => {
    const { code, out } = await failpath(['validate', '-', '--name', 'ci/payout.yaml'], { stdin: FINE, cwd: folder });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('ci/payout.yaml: fine') });
    expect(await failpath(['validate', '-'], { stdin: '{' })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^<stdin>/),
    });
  });

  it('gives programs every figure', async () => {
    const { code, out } = await here(['validate', '--json', 'unsafe.yaml']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      fine: false,
      counts: { error: 1, warning: 0, info: 0 },
      files: [
        {
          file: 'unsafe.yaml',
          sidecar: null,
          dialect: 'failpath',
          workflow: { key: 'payout', name: 'payout', owner: 'payments', nodes: 1 },
          findings: [
            {
              code: 'gate_refused',
              severity: 'error',
              message: expect.stringContaining('pay'),
              file: 'unsafe.yaml',
              line: 9,
              column: 9,
              node: 'pay',
              path: 'actions.0',
              values: { action: 'pay', attempts: 3 },
            },
          ],
        },
      ],
    });
  });

  it('ends with 2 where a file cannot be read, and with 1 where its text cannot', async () => {
    const missing = await here(['validate', 'missing.yaml']);
    expect(missing).toEqual({ code: 2, out: '', err: 'missing.yaml cannot be read: there is no such file\n' });
    const asJson = await here(['validate', '--json', '.']);
    expect(asJson.code).toBe(2);
    expect(JSON.parse(asJson.out)).toMatchObject({ error: { code: 'unreadable', file: '.' } });
    const latin1 = await here(['validate', 'latin1.yaml']);
    expect(latin1).toMatchObject({ code: 1, out: expect.stringMatching(/^latin1\.yaml:1:4: error: .*\[not_utf8\]$/m) });
  });

  it('shows control characters of a file as what they are', async () => {
    const esc = String.fromCharCode(27);
    const hostile = FINE.replace('maxAttempts: 3', `"${esc}[2J\\e[2J": 3, maxAttempts: 3`);
    const { out } = await here(['validate', '-'], { stdin: hostile });
    expect(out).not.toContain(esc);
  });
});

describe('failpath diff', () => {
  it('says node by node what differs, and ends with 1', async () => {
    const after = FINE.replace('maxAttempts: 3', 'maxAttempts: 5')
      .replace('owner: payments', 'owner: billing')
      .concat('    timeoutSeconds: 30\n  - { id: tell, name: Tell them, owner: support }\n');
    await writeFile(at('after.yaml'), after);
    const { code, out, err } = await here(['diff', 'fine.yaml', 'after.yaml']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('owner: payments → billing\n');
    expect(out).toContain('node pay (Pay out): changed\n');
    expect(out).toMatch(/^ {2}.*: 3 → 5$/m);
    expect(out).toContain('  keys of the platform: timeoutSeconds\n');
    expect(out).toContain('node tell (Tell them): new\n');
    const back = await here(['diff', '--json', 'after.yaml', 'fine.yaml']);
    expect(JSON.parse(back.out)).toMatchObject({
      same: false,
      owner: { before: 'billing', after: 'payments' },
      nodes: [
        { kind: 'changed', id: 'pay', changes: [{ before: '5', after: '3' }] },
        { kind: 'removed', id: 'tell' },
      ],
    });
  });

  it('ends with 0 where only words of the text differ, unless lines are asked for', async () => {
    await writeFile(at('commented.yaml'), `# a remark\n${FINE}`);
    const [same, said, lines] = await Promise.all([
      here(['diff', 'fine.yaml', 'fine.yaml']),
      here(['diff', 'fine.yaml', 'commented.yaml']),
      here(['diff', '--lines', 'fine.yaml', 'commented.yaml']),
    ]);
    expect(same).toEqual({ code: 0, out: 'No difference.\n', err: '' });
    expect(said).toEqual({ code: 0, out: 'The lines differ; what they say does not.\n', err: '' });
    expect(lines.code).toBe(1);
    expect(lines.out).toContain('@@ -1,3 +1,4 @@\n+# a remark\n');
  });

  it('compares with standard input, as git gives it, and with sidecars', async () => {
    const piped = await failpath(['diff', '-', 'fine.yaml'], { cwd: folder, stdin: FINE });
    expect(piped).toMatchObject({ code: 0, out: 'No difference.\n' });
    const bare = await failpath(['diff', '-', 'payout.asl.json'], { cwd: folder, stdin: ASL });
    expect(bare).toMatchObject({ code: 1, out: expect.stringContaining('node Pay: changed') });
    const named = ['--old-sidecar', 'payout.asl.failpath.yaml'];
    const whole = await failpath(['diff', '-', 'payout.asl.json', ...named], { cwd: folder, stdin: ASL });
    expect(whole).toMatchObject({ code: 0, out: 'No difference.\n' });
  });

  it('ends with 2 where one of both cannot be compared', async () => {
    const { code, out, err } = await here(['diff', 'fine.yaml', 'cut.yaml']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^cut\.yaml cannot be compared:\ncut\.yaml:\d+:\d+: error: /);
    expect(await here(['diff', '-', '-'])).toMatchObject({ code: 2 });
  });
});

describe('failpath', () => {
  it('says by its end what it found, also to a reader that stops reading', async () => {
    const child = spawn(process.execPath, [path.join(ROOT, 'cli/failpath.mjs'), 'validate', at('unsafe.yaml')]);
    child.stdout.destroy();
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
  });

  it('explains itself, with the exit codes, and ends with 2 on wrong use', async () => {
    const [help, version, nothing, unknown, tooFew] = await Promise.all([
      failpath(['--help']),
      here(['--version']),
      here([]),
      here(['publish']),
      here(['diff', 'one']),
    ]);
    expect(help.code).toBe(0);
    for (const line of [
      '0  fine',
      '1  findings',
      '2  wrong use',
      '3  the server refused',
      '4  the server is not reachable',
    ])
      expect(help.out).toContain(line);
    expect(version).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(nothing).toMatchObject({ code: 2, out: '' });
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("unknown command 'publish'") });
    expect(tooFew).toMatchObject({ code: 2, err: expect.stringContaining('new') });
  });
});
