import type { Dialect } from '../types';
import { locateAsl } from './locate';
import { readAsl } from './read';
import { aslLosses, aslSchedule } from './support';
import { writeAsl } from './write';

/** Amazon States Language, in JSON and in YAML. */
export const asl: Dialect = {
  id: 'asl',
  label: 'AWS Step Functions (ASL)',
  detect: (text) =>
    /^\uFEFF?\s*\{/.test(text)
      ? /["']?StartAt["']?\s*:/.test(text) && /["']?States["']?\s*:/.test(text)
      : /^\uFEFF?["']?StartAt["']?[ \t]*:/m.test(text) && /^\uFEFF?["']?States["']?[ \t]*:/m.test(text),
  read: readAsl,
  write: writeAsl,
  locate: locateAsl,
  schedule: aslSchedule,
  support: aslLosses,
};
