import { Command, CommanderError } from 'commander';
import { EnvironmentError } from '@/lib/env';
import packageJson from '@/package.json';
import { type DiffOptions, diff } from './diff';
import { CliError, EXIT, type ExitCode, type Io, json, printable } from './outcome';
import { type ExportOptions, exportFile, type ImportOptions, importFile, showToken } from './remote';
import { type ValidateOptions, validate } from './validate';

const EXIT_CODES = `
Exit codes:
  0  fine
  1  findings (validate) or differences (diff)
  2  wrong use, or a file that cannot be read
  3  the server refused
  4  the server is not reachable

Environment (import, export, token):
  FAILPATH_URL    where Failpath is (default: http://localhost:3000)
  FAILPATH_TOKEN  a token of yours, made on your profile page; it is never shown
`;

/** Runs one command line. Never throws for what a person can mend; the result is the exit code. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const guarded = withoutToken(io);
  let exit: ExitCode = EXIT.fine;
  const program = commands(guarded, (code) => {
    exit = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.wrongUse;
    return failure(guarded, error, args.includes('--json'));
  }
}

function commands(io: Io, end: (code: ExitCode) => void): Command {
  const program = new Command('failpath')
    .description('Checks, compares, imports and exports workflow files with their failure policies.')
    .version(packageJson.version)
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) })
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('(failpath --help says more)')
    .exitOverride();

  program
    .command('validate')
    .description('check files as publishing would, without a server')
    .argument('<files...>', 'workflow files, with their sidecars; - for standard input')
    .option('--strict', 'warnings count as findings')
    .option('--quiet', 'show only what counts as a finding')
    .option('--no-sidecar', 'leave <name>.failpath.yaml beside a file alone')
    .option('--name <file>', 'what standard input is called')
    .option('--json', 'one JSON document instead of lines')
    .action(async (files: string[], options: ValidateOptions) =>
      end(await validate(io, files, { ...options, sidecar: found(options.sidecar) })),
    );

  program
    .command('diff')
    .description('what two files say differently, node by node, without a server')
    .argument('<old>', 'a workflow file; - for standard input')
    .argument('<new>', 'a workflow file; - for standard input')
    .option('--lines', 'the differing lines as well, which then count as a difference')
    .option('--old-sidecar <file>', 'sidecar of the old file')
    .option('--new-sidecar <file>', 'sidecar of the new file')
    .option('--no-sidecar', 'leave <name>.failpath.yaml beside the files alone')
    .option('--json', 'one JSON document instead of lines')
    .action(async (before: string, after: string, options: DiffOptions) => end(await diff(io, before, after, options)));

  program
    .command('import')
    .description('import a file into Failpath')
    .argument('<file>', 'a workflow file; - for standard input')
    .option('--sidecar <file>', 'its sidecar; else <name>.failpath.yaml beside it')
    .option('--no-sidecar', 'without a sidecar')
    .option(
      '--replace',
      'replace the workflow of the same key, with what was published there since merged into the file',
    )
    .option('--no-merge', 'with --replace: the file as it is, whatever was published')
    .option('--name <file>', 'what standard input is called')
    .option('--json', 'one JSON document instead of lines')
    .action(async (file: string, options: ImportOptions) =>
      end(await importFile(io, file, { ...options, sidecar: found(options.sidecar) })),
    );

  program
    .command('export')
    .description('take a workflow’s file away, byte for byte as it stands')
    .argument('<workflow>', 'its id, or its key')
    .option('-o, --output <file>', 'write it there, and its sidecar beside it; else to standard output')
    .option('--no-sidecar', 'without the sidecar')
    .option('--json', 'one JSON document instead of the file')
    .action(async (workflow: string, options: ExportOptions) => end(await exportFile(io, workflow, options)));

  program
    .command('token')
    .description('say whose token FAILPATH_TOKEN is, and what it is for')
    .option('--json', 'one JSON document instead of lines')
    .action(async (options: { json?: boolean }) => end(await showToken(io, options)));

  return program;
}

/** Where `--no-sidecar` may be said, "not said" is true, and means: the one beside the file. */
function found(sidecar: string | boolean | undefined): string | false | undefined {
  return sidecar === true ? undefined : sidecar;
}

function failure(io: Io, error: unknown, asJson: boolean): ExitCode {
  const { exit, code, message, more } = known(error);
  if (asJson) io.out(json({ error: { code, message, ...more } }));
  io.err(`${printable(message)}\n`);
  return exit;
}

function known(error: unknown): Pick<CliError, 'exit' | 'code' | 'message' | 'more'> {
  if (error instanceof CliError) return error;
  if (error instanceof EnvironmentError)
    return new CliError(error.message, { exit: EXIT.wrongUse, code: 'environment' });
  // A crash would end with 1, which says that the files have findings.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CliError(`This is a fault of failpath itself.\n${stack}`, { exit: EXIT.wrongUse, code: 'unexpected' });
}

/** Whatever a server or a file says, the token is not shown. The bytes of an exported file stay as they are. */
function withoutToken(io: Io): Io {
  const mask = (text: string) => {
    const token = tokenOf(io);
    return token ? text.replaceAll(token, '[token]') : text;
  };
  return {
    ...io,
    out: (data) => io.out(typeof data === 'string' ? mask(data) : data),
    err: (text) => io.err(mask(text)),
  };
}

function tokenOf(io: Io): string | undefined {
  try {
    return io.environment().FAILPATH_TOKEN;
  } catch {
    return undefined;
  }
}
