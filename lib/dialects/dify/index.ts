import type { Dialect } from '../types';
import { locateDify } from './locate';
import { readDify } from './read';
import { difyLosses, difySchedule } from './support';
import { writeDify } from './write';

/** Dify: the graph of its editor (JSON), and the apps that it exports (YAML). */
export const dify: Dialect = {
  id: 'dify',
  label: 'Dify',
  detect: (text) => isGraph(text) || isApp(text),
  read: readDify,
  write: writeDify,
  locate: locateDify,
  schedule: difySchedule,
  support: difyLosses,
};

/** An object that begins with what a graph has at its top. */
function isGraph(text: string): boolean {
  if (!/^\uFEFF?\s*\{/.test(text)) return false;
  const top = /^\uFEFF?\s*\{\s*"(?:nodes|edges|viewport)"\s*:/.test(text);
  return top && /"nodes"\s*:/.test(text) && !/"StartAt"\s*:/.test(text);
}

function isApp(text: string): boolean {
  return /^kind:[ \t]*["']?app\b/m.test(text) && /^workflow:/m.test(text) && /^ +graph:/m.test(text);
}
