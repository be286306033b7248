import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '@/lib/env';
import { formatKey, KEY_BYTES } from '@/lib/secrets/keyring';
import { demandKeyring, SecretKeysError } from '@/lib/secrets/keyring-store';

const FILE = 'secret-keys';
const HEADER = `# Failpath encrypts the secrets that it keeps with the first of these keys, and opens them with any.
# Keep a copy: without them those secrets are lost. To change keys, see "Secret keys" in README.md.
`;

/** A new key as a line of `FAILPATH_SECRET_KEYS`. */
export function newKey(): string {
  return formatKey({ id: `k${randomBytes(4).toString('hex')}`, bytes: randomBytes(KEY_BYTES) });
}

/**
 * The keys of this installation, as the web process gets them: `FAILPATH_SECRET_KEYS`, else, with the embedded
 * database, those in the data folder, made with the first start. Throws SecretKeysError, saying what to do.
 */
export async function secretKeys(environment: Environment): Promise<string> {
  const { FAILPATH_SECRET_KEYS: text, DATABASE_URL: url, FAILPATH_DATA: folder } = environment;
  if (text !== undefined) return checked(text, 'FAILPATH_SECRET_KEYS');
  if (url === undefined) return keysOfFolder(path.resolve(folder));
  throw new SecretKeysError(
    'FAILPATH_SECRET_KEYS is not set. With a database of your own (DATABASE_URL), Failpath does not choose where its ' +
      'keys are kept. Make one with "npm run --silent secret:new", keep it where you keep passwords, and set ' +
      'FAILPATH_SECRET_KEYS to what it prints.',
  );
}

/** Of two first starts at once one makes the file, whole; the other one reads it. */
async function keysOfFolder(folder: string): Promise<string> {
  const file = path.join(folder, FILE);
  const kept = await readKept(file);
  if (kept !== null) return checked(kept, file);
  const made = await mkdir(folder, { recursive: true });
  // Whatever the umask says: the user that runs Postgres has to pass through.
  if (made !== undefined) await chmod(folder, 0o755);
  const temporary = `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, `${HEADER}${newKey()}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(temporary, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return checked(await readFile(file, 'utf8'), file);
}

async function readKept(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** In one line: an environment variable is easier to look at that way. */
function checked(text: string, where: string): string {
  return demandKeyring(text, where).map(formatKey).join(',');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
