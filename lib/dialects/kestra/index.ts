import type { Dialect } from '../types';
import { locateKestra } from './locate';
import { readKestra } from './read';
import { VERSIONS } from './schedule';
import { kestraLosses, kestraSchedule } from './support';
import { writeKestra } from './write';

/** Kestra: flows in YAML, several in one file too, or in JSON. */
export const kestra: Dialect = {
  id: 'kestra',
  label: 'Kestra',
  detect,
  read: readKestra,
  write: writeKestra,
  locate: locateKestra,
  versions: VERSIONS,
  schedule: kestraSchedule,
  support: kestraLosses,
};

const KEYS = ['id', 'namespace', 'tasks'];

/** A flow has an id, a namespace and tasks; other platforms lack one of them at the top, or say another word of theirs. */
function detect(text: string): boolean {
  if (/^\uFEFF?\s*\{/.test(text))
    return (
      KEYS.every((key) => new RegExp(`["']?\\b${key}["']?\\s*:`).test(text)) &&
      !/"(?:taskReferenceName|StartAt)"\s*:|["']?format["']?\s*:\s*["']?failpath\//.test(text)
    );
  const says = (key: string) => new RegExp(`^\uFEFF?["']?${key}["']?[ \\t]*:`, 'm').test(text);
  return (
    KEYS.every(says) &&
    !says('apiVersion') &&
    !says('StartAt') &&
    !/^["']?format["']?[ \t]*:[ \t]*["']?failpath\//m.test(text)
  );
}
