/** What the command line ends with; `--help` and README.md say the same. */
export const EXIT = {
  fine: 0,
  findings: 1,
  wrongUse: 2,
  refused: 3,
  unreachable: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface Ending extends ErrorOptions {
  readonly exit: ExitCode;
  /** What programs compare. */
  readonly code: string;
  /** Goes into the output of `--json`. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Ends a command with a message. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitCode;
  readonly code: string;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(message: string, { exit, code, more = {}, ...options }: Ending) {
    super(message, options);
    this.exit = exit;
    this.code = code;
    this.more = more;
  }
}

/** The world of a command, so that nothing else in it touches one. */
export interface Io {
  /** Text for the terminal or the bytes of a file. */
  readonly out: (data: string | Uint8Array) => unknown;
  readonly err: (text: string) => unknown;
  readonly stdin: () => Promise<Uint8Array>;
  /** Throws EnvironmentError. */
  readonly environment: () => { readonly FAILPATH_URL: string; readonly FAILPATH_TOKEN?: string | undefined };
}

/** What a file says may steer a terminal: control characters are written as what they are. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (each) => {
    return `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** An output of `--json`: one document, two spaces, a line end. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
