import type { Dialect } from '../types';
import { locateGoogleWorkflows } from './locate';
import { readGoogleWorkflows } from './read';
import { googleLosses, googleSchedule } from './support';
import { wrapsOfGoogleWorkflows, writeGoogleWorkflows } from './write';

/** What a step may do. */
const DOES = '(?:call|assign|switch|for|parallel|try|raise|return|steps|next)';
const YAML_STEP = new RegExp(String.raw`^[ \t]+["']?${DOES}["']?[ \t]*:`, 'm');
const JSON_STEP = new RegExp(String.raw`"${DOES}"\s*:`);

/** Google Cloud Workflows, in YAML and in JSON. */
export const googleWorkflows: Dialect = {
  id: 'google-workflows',
  label: 'Google Cloud Workflows',
  detect: (text) => {
    if (/^\uFEFF?\s*\[\s*\{\s*"[^"]*"\s*:\s*\{\s*"/.test(text)) return JSON_STEP.test(text);
    if (/^\uFEFF?\s*[{[]/.test(text))
      return /"main"\s*:\s*\{/.test(text) && /"steps"\s*:\s*\[/.test(text) && JSON_STEP.test(text);
    if (/^\uFEFF?["']?main["']?[ \t]*:/m.test(text)) return /^[ \t]+["']?steps["']?[ \t]*:/m.test(text);
    return /^[ \t]*-(?:[ \t]+[^\s:#{[][^:]*:[ \t]*(?:#.*)?)?$/.test(firstLine(text)) && YAML_STEP.test(text);
  },
  read: readGoogleWorkflows,
  write: writeGoogleWorkflows,
  locate: locateGoogleWorkflows,
  wraps: wrapsOfGoogleWorkflows,
  schedule: googleSchedule,
  support: googleLosses,
};

/** The first line that says something, without a mark before it. */
function firstLine(text: string): string {
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(at, end).trimEnd();
    if (line !== '' && !/^(?:---$|%|\s*#)/.test(line)) return line;
    at = end + 1;
  }
  return '';
}
