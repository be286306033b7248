import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const PROJECT = path.resolve(import.meta.dirname, '../../..');
/** Where packages are found from. */
const CACHE = path.join(PROJECT, 'node_modules/.cache');

export interface BuiltScript {
  readonly file: string;
  remove(): Promise<void>;
}

/** A script of the project as one file that Node runs by itself: dozens of processes start in half the time. */
export async function buildScript(entry: string): Promise<BuiltScript> {
  await mkdir(CACHE, { recursive: true });
  const outDir = await mkdtemp(path.join(CACHE, 'failpath-script-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: PROJECT,
    resolve: { alias: { '@': PROJECT } },
    build: { ssr: entry, outDir, target: 'node20', minify: false },
  });
  const file = path.join(outDir, `${path.basename(entry, '.ts')}.js`);
  return { file, remove: () => rm(outDir, { recursive: true, force: true }) };
}
