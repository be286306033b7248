import { stopEmbeddedPostgres } from '@/lib/db/embedded';
import { readEnvironment } from '@/lib/env';

const { FAILPATH_DATA: folder } = readEnvironment();
const stopped = await stopEmbeddedPostgres(folder);
console.log(stopped ? `The database in ${folder} has stopped.` : `No database is running in ${folder}.`);
