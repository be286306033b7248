import { ensureClient } from './generate-client';

await ensureClient(
  () => console.log('Generating the database client …'),
  () => console.log('Waiting for another start …'),
);
