import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, runNode } from './child-process';
import { fingerprint } from './fingerprint';

const STAMP = path.join(projectRoot, 'lib/db/generated/.stamp');

/** Generates the database client when the schema or Prisma has changed. Returns whether it did. */
export async function generateClient(onStart: () => void): Promise<boolean> {
  const current = await fingerprint(
    ['prisma/schema', 'prisma.config.ts', 'node_modules/prisma/package.json'],
    () => false,
  );
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === current) return false;
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
