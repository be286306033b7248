import 'server-only';
import { createLog } from '@/lib/worker/log';

/** The web process's log. */
export const log = createLog('failpath-web');
