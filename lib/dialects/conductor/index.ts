import type { Dialect } from '../types';
import { locateConductor, sharedOfConductor } from './locate';
import { readConductor } from './read';
import { conductorLosses, conductorSchedule } from './support';
import { writeConductor } from './write';

/** Conductor: a workflow definition, with the task definitions that its tables hold beside it. */
export const conductor: Dialect = {
  id: 'conductor',
  label: 'Conductor',
  detect: (text) => /^\uFEFF?\s*\{/.test(text) && /"tasks"\s*:/.test(text) && /"taskReferenceName"\s*:/.test(text),
  read: readConductor,
  write: writeConductor,
  locate: locateConductor,
  shared: sharedOfConductor,
  schedule: conductorSchedule,
  support: conductorLosses,
};
