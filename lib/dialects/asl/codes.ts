import { ALIASES } from '@/lib/policy/aliases';
import { catalogueRow, normaliseCode } from '@/lib/policy/catalogue';
import { patternKey } from '@/lib/policy/classify';
import type { Json } from '@/lib/shared/json';
import { isHttpTask, serviceOf } from './actions';

/** Error names of the engine for one of our codes, and how exact they are. */
export interface EngineNames {
  readonly names: readonly string[];
  /** Null = exact; else the key of the loss. */
  readonly loss: 'code_range' | 'code_names' | 'code_literal' | 'code_pattern' | null;
}

/** What `http_5xx` and `http_4xx` come to where the engine knows only single status codes. */
const RANGES: ReadonlyMap<string, readonly number[]> = new Map([
  ['http_5xx', [500, 502, 503, 504]],
  ['http_4xx', [400, 401, 403, 404, 405, 406, 408, 409, 410, 413, 415, 422, 425, 429]],
]);

/**
 * Translates a code or pattern for a state with this `Resource`. The engine compares names letter
 * by letter and knows no patterns but `States.ALL` and `States.TaskFailed`. By the built-in rows of the catalogue alone:
 * what people added stands in no file, and the engine has only that.
 */
export function engineNames(code: string, resource: Json | undefined): EngineNames {
  const key = patternKey(code);
  if (key === '*') return exact(['States.ALL']);
  const range = RANGES.get(key);
  const http = isHttpTask(resource);
  if (range) return http ? { names: range.map(statusName), loss: 'code_range' } : { names: [], loss: 'code_pattern' };
  if (code.endsWith('*')) return { names: [], loss: 'code_pattern' };
  if (code.startsWith('States.')) return exact([code]);
  const status = /^http_(\d{3})$/.exec(normaliseCode(code))?.[1];
  if (http && status) return exact([statusName(Number(status))]);
  if (code === 'timeout') return exact(http ? ['States.Timeout', 'States.Http.Socket'] : ['States.Timeout']);
  if (!isToken(code)) return exact([code]);
  const names =
    serviceOf(resource)?.service === 'lambda'
      ? ALIASES.filter((row) => row.token === code && row.from.startsWith('Lambda.'))
      : [];
  if (names.length > 0) return { names: names.map((row) => row.from), loss: 'code_names' };
  return { names: [code], loss: 'code_literal' };
}

/** True for a word of our catalogue, which no task throws by itself, as opposed to a name seen in a log. */
function isToken(code: string): boolean {
  return catalogueRow(code) !== null && normaliseCode(code) === code;
}

function statusName(status: number): string {
  return `States.Http.StatusCode.${status}`;
}

function exact(names: readonly string[]): EngineNames {
  return { names, loss: null };
}
