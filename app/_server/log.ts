import 'server-only';
import pino from 'pino';

/** The web process's log: one JSON line per event, without cookies, tokens or bodies. */
export const log = pino({ name: 'failpath-web', redact: ['req.headers.cookie', 'req.headers.authorization'] });
