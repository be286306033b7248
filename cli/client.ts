import { z } from 'zod';
import { isLoopback } from '@/lib/env';
import { CliError, EXIT, type Io } from './outcome';

/** Imports of large files take their time; a server that says nothing for so long is not there. */
const PATIENCE_MS = 120_000;

const problemSchema = z.looseObject({
  status: z.number(),
  title: z.string().optional(),
  detail: z.string().optional(),
  code: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** An answer that the server gave, whether it did what was asked or not. */
export type Answer =
  | { readonly ok: true; readonly response: Response }
  | { readonly ok: false; readonly problem: Problem };

export interface Call {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Asks one Failpath with one token. */
export interface Client {
  readonly url: string;
  /** Throws CliError when the server is not reachable, or answers with something that is not ours. */
  readonly ask: (path: string, call?: Call) => Promise<Answer>;
  /** Like `ask`; throws CliError when the server refuses. */
  readonly demand: (path: string, call?: Call) => Promise<Response>;
}

/** The client of `FAILPATH_URL` and `FAILPATH_TOKEN`. Throws CliError without a token. */
export function createClient(io: Io): Client {
  const { FAILPATH_URL: url, FAILPATH_TOKEN: token } = io.environment();
  if (token === undefined) throw new CliError(NO_TOKEN, { exit: EXIT.wrongUse, code: 'no_token' });
  if (url.startsWith('http:') && !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, '')))
    io.err(`Warning: ${url} is not https: whoever is on the way can read the token.\n`);
  const ask = async (path: string, call: Call = {}): Promise<Answer> => {
    const response = await send(new URL(path, url), token, call);
    return response.ok ? { ok: true, response } : { ok: false, problem: await problemOf(response, url) };
  };
  return {
    url,
    ask,
    demand: async (path, call) => {
      const answer = await ask(path, call);
      if (answer.ok) return answer.response;
      throw refusal(answer.problem);
    },
  };
}

const NO_TOKEN =
  'FAILPATH_TOKEN is not set. Make a token on your profile page in Failpath, and give it in the environment.';

/** What the server says against it, as the end of a command. */
export function refusal(problem: Problem, message = wordsOf(problem)): CliError {
  return new CliError(message, {
    exit: EXIT.refused,
    code: problem.code ?? `http_${problem.status}`,
    more: { problem },
  });
}

/** Reads an answer; throws CliError when it is not as agreed. */
export async function readAnswer<S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (parsed.success) return parsed.data;
  throw new CliError('The server answers in another way than this version knows.', {
    exit: EXIT.refused,
    code: 'strange_answer',
  });
}

async function send(url: URL, token: string, { method = 'GET', headers = {}, body }: Call): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    return await fetch(url, {
      method,
      ...content,
      headers: {
        Accept: 'application/json, */*',
        Authorization: `Bearer ${token}`,
        'User-Agent': 'failpath-cli',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      // Where a redirect leads, the token must not follow.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    const message = `${url.origin} is not reachable: ${causeOf(error)}`;
    throw new CliError(message, { exit: EXIT.unreachable, code: 'unreachable', cause: error });
  }
}

async function problemOf(response: Response, url: string): Promise<Problem> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    const title = `${url} sends to another address (${headers.get('location')}): set FAILPATH_URL to the right one`;
    return { status, title, code: 'redirected' };
  }
  const said = problemSchema.safeParse(await response.json().catch(() => null));
  return said.success ? said.data : { status, title: `The server answers ${status}, and not as Failpath does` };
}

function wordsOf({ status, title, detail, code }: Problem): string {
  const said = title ?? `The server answers ${status}`;
  return `${said}${detail === undefined ? '' : `: ${detail}`} (${code ?? status}).`;
}

/** Node hides the reason in the cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} seconds`;
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
