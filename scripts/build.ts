import { buildWeb } from './build-web';
import { generateClient } from './generate-client';
import { withProjectLock } from './project-lock';

const built = await withProjectLock(
  async () => {
    await generateClient(() => console.log('Generating the database client …'));
    return buildWeb(() => console.log('Building the web application …'));
  },
  () => console.log('Waiting for another start …'),
);
if (!built) console.log('The build is up to date.');
