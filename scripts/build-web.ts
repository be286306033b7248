import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, runNode } from './child-process';
import { fingerprint } from './fingerprint';

/** Everything that `next build` reads. It may edit tsconfig.json, which is therefore taken again afterwards. */
const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'package.json',
  'package-lock.json',
  'next.config.ts',
  'postcss.config.mjs',
  'proxy.ts',
  'instrumentation.ts',
  '.env',
  '.env.production',
];
const NOT_BUILT = /\.test\.tsx?$|\/testdata\/|^lib\/testing\/|\.md$/;
/** Inside the build folder, which a new build empties first: an interrupted build leaves no stamp. */
const STAMP = path.join(projectRoot, '.next/failpath-stamp');

/** Builds the web application unless the build there is of these very sources. Returns whether it did. */
export async function buildWeb(onStart: () => void): Promise<boolean> {
  const sources = await fingerprint(SOURCES, (file) => NOT_BUILT.test(file));
  const stamp = async () => `${sources} ${await fingerprint(['tsconfig.json'], () => false)}`;
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === (await stamp())) return false;
  onStart();
  await runNode('next/dist/bin/next', ['build'], { NODE_ENV: 'production' });
  if (!existsSync(path.join(projectRoot, '.next/BUILD_ID'))) throw new Error('The build ended without a result.');
  await writeFile(STAMP, await stamp());
  return true;
}
