/**
 * Runs every bench of this folder, one after the other, each in a process of its own: `npm run bench`, or
 * `npm run bench -- nodes` for one. Prints one JSON line per figure; ends with 1 when a bench could not run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const BENCHES = [
  'dialects',
  'nodes',
  'home',
  'bulk',
  'ingest',
  'alerts',
  'conformance',
  'drills',
  'rollups',
  'sources',
  'import-many',
];

const asked = process.argv.slice(2);
for (const name of BENCHES.filter((each) => asked.length === 0 || asked.includes(each))) {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const bench = spawn(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' });
  const [code] = await once(bench, 'exit');
  if (code !== 0) {
    console.error(`The bench "${name}" could not run.`);
    process.exitCode = 1;
  }
}
