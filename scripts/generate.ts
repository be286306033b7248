import { generateClient } from './generate-client';
import { withProjectLock } from './project-lock';

await withProjectLock(
  () => generateClient(() => console.log('Generating the database client …')),
  () => console.log('Waiting for another start …'),
);
