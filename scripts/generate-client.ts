import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, runNode } from './child-process';
import { fingerprint } from './fingerprint';
import { withProjectLock } from './project-lock';

const STAMP = path.join(projectRoot, 'lib/db/generated/.stamp');

/** Generates the database client where it is not there already: only then it waits for another start that is building. */
export async function ensureClient(onStart: () => void, onWait: () => void): Promise<void> {
  if (await isGenerated(await wanted())) return;
  await withProjectLock(() => generateClient(onStart), onWait);
}

/** Generates the database client when the schema or Prisma has changed. Returns whether it did. */
export async function generateClient(onStart: () => void): Promise<boolean> {
  const current = await wanted();
  if (await isGenerated(current)) return false;
  onStart();
  await runNode('prisma/build/index.js', ['generate', '--no-hints'], {
    // Generating needs no schema engine, but looks for one and would download it: any program will do.
    PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  });
  await writeFile(STAMP, current);
  return true;
}

/** What the client has to be made of. The stamp is written last, so one that says the same stands for a whole client. */
function wanted(): Promise<string> {
  return fingerprint(['prisma/schema', 'prisma.config.ts', 'node_modules/prisma/package.json'], () => false);
}

async function isGenerated(current: string): Promise<boolean> {
  return (await readFile(STAMP, 'utf8').catch(() => '')) === current;
}
