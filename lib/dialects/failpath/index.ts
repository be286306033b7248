import type { Dialect } from '../types';
import { locateFailpath } from './locate';
import { readFailpath } from './read';
import { sketchFailpath, writeFailpath } from './write';

/** Our own format, canonical for policies: everything can be said, nothing is lost. */
export const failpath: Dialect = {
  id: 'failpath',
  label: 'Failpath YAML',
  detect: (text) => /(?:^\uFEFF?|[{,]\s*)["']?format["']?[ \t]*:[ \t]*["']?failpath\//m.test(text),
  read: readFailpath,
  write: writeFailpath,
  locate: locateFailpath,
  sketch: sketchFailpath,
  support: () => [],
};
