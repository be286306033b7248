import { buffer } from 'node:stream/consumers';
import { readCliEnvironment } from '@/lib/env';
import { run } from './program';

// Whoever reads our output may stop reading (`failpath … | head`): that is no failure, and no success either.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2), {
  out: (data) => process.stdout.write(data),
  err: (text) => process.stderr.write(text),
  stdin: () => buffer(process.stdin),
  environment: readCliEnvironment,
});
