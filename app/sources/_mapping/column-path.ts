/** Place within a JSON value: keys, and positions as numbers. */
export type JsonPath = readonly (string | number)[];

const PLAIN_KEY = /^[^\s."[\]]+$/;

/** The path as people read and type it: `outputs.error."a.b"[0]`. */
export function pathText(path: JsonPath): string {
  return path.reduce<string>((text, step) => `${text}${stepText(step, text === '')}`, '');
}

/** Reads such a text; null when it is none. An empty text is the value itself. */
export function readPath(text: string): JsonPath | null {
  const steps: (string | number)[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const found = nextStep(rest, steps.length === 0);
    if (found === null) return null;
    steps.push(found.step);
    rest = found.rest;
  }
  return steps;
}

/** A path of keys only, for places where positions make no sense; null when it holds one. */
export function readKeys(text: string): string[] | null {
  const path = readPath(text);
  if (path === null) return null;
  const keys = path.filter((step) => typeof step === 'string');
  return keys.length === path.length ? keys : null;
}

function stepText(step: string | number, first: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  return `${first ? '' : '.'}${PLAIN_KEY.test(step) ? step : JSON.stringify(step)}`;
}

function nextStep(text: string, first: boolean): { step: string | number; rest: string } | null {
  const position = /^\[(-?\d{1,4})\]/.exec(text);
  if (position?.[1] !== undefined) return { step: Number(position[1]), rest: text.slice(position[0].length) };
  const [key, quoted] = /^(?:("(?:[^"\\]|\\.)*")|[^\s."[\]]+)/.exec(first ? text : text.replace(/^\./, '')) ?? [];
  if (key === undefined || (!first && !text.startsWith('.'))) return null;
  const step = quoted === undefined ? key : readQuoted(quoted);
  if (step === null || step === '') return null;
  return { step, rest: text.slice(key.length + (first ? 0 : 1)) };
}

function readQuoted(text: string): string | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'string' ? read : null;
  } catch {
    return null;
  }
}
