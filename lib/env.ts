import { z } from 'zod';

/** Thrown when an environment variable is wrong; the message names every one of them. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

const port = z
  .string()
  .regex(/^\d+$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.number().min(1, 'must be at least 1').max(65_535, 'must be at most 65535'));

const postgresUrl = z.string().refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/database');

const publicUrl = z
  .string()
  .refine(isPublicUrl, 'must look like https://failpath.example.com, without path, user or password')
  .transform((value) => new URL(value).origin);

const cliSchema = z.object({
  FAILPATH_URL: publicUrl.default('http://localhost:3000'),
  FAILPATH_TOKEN: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'has characters that no token has')
    .optional(),
});

const environmentSchema = z.object({
  DATABASE_URL: postgresUrl.optional(),
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  /** The address that people and links use; without it, localhost with the port. */
  FAILPATH_URL: publicUrl.optional(),
  /** Read by lib/secrets; here it is only text, so that no message can hold a value. */
  FAILPATH_SECRET_KEYS: z.string().optional(),
  FAILPATH_DATA: z.string().default('.data'),
  FAILPATH_SAMPLE: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  /** Set by the start script with the sample data on the embedded database: the example people may be offered. */
  FAILPATH_EXAMPLE_PEOPLE: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  /** Set by the start script, so that it recognises its own web server. */
  FAILPATH_INSTANCE: z.string().optional(),
  /** The worker: with the web server in one process (1, the default), or only by `npm run worker` (0). */
  FAILPATH_WORKER: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  /** How long a web process that is asked to end still answers, while its health says 503. */
  FAILPATH_DRAIN_SECONDS: z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(120, 'must be at most 120'))
    .default(0),
  /** Mail server, with user and password in it. Read by lib/alerts; here it is only text. */
  FAILPATH_SMTP_URL: z.string().optional(),
  /** Sender of mail: one address. */
  FAILPATH_MAIL_FROM: z.string().optional(),
  /** Hosts (with port, when it is not the usual one) that channels may reach although they are on a private network. */
  FAILPATH_CHANNEL_HOSTS: z.string().optional(),
  /** Hosts (with port, when it is not a usual one) whose Postgres may be read although it is on a private network. */
  FAILPATH_SOURCE_HOSTS: z.string().optional(),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads and checks the environment variables that Failpath knows; `.env.example` explains each.
 * An empty value counts as not set. Throws EnvironmentError, naming every wrong variable but never its value.
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  return readWith(environmentSchema, source);
}

/** The variables of the command line: where Failpath is, and the token that it asks with. Throws like the above. */
export function readCliEnvironment(
  source: Record<string, string | undefined> = process.env,
): z.infer<typeof cliSchema> {
  return readWith(cliSchema, source);
}

function readWith<S extends z.ZodType>(schema: S, source: Record<string, string | undefined>): z.output<S> {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new EnvironmentError(`Wrong environment variables:\n${lines.join('\n')}`);
}

/** True when only this machine can reach what listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Where people reach Failpath: an origin, such as `http://localhost:3000`. */
export function publicAddress({ FAILPATH_URL: url, PORT: port }: Environment): string {
  return url ?? `http://localhost:${port}`;
}

function isPublicUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(value);
  return ['http:', 'https:'].includes(protocol) && pathname === '/' && search + hash + username + password === '';
}

function isPostgresUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  return ['postgres:', 'postgresql:'].includes(new URL(value).protocol);
}
