/** Of a failure whose text says nothing that a code could be made of. */
export const NO_CODE_FOUND = 'UNCLASSIFIED';

const HTTP_STATUS = /(?:status(?:[ _]code)?|response code|HTTP(?:\/[0-9.]+)?)\D{0,3}([1-5][0-9]{2})/i;
const ERRNO = /(?<![A-Z])E(?:CONN|TIMED|NOTFOUND|HOST|PIPE|AI_)[A-Z_]*/;
/** Letters of any script are none of the signs between, as in Postgres. */
const SQLSTATE = /SQLSTATE[^\p{L}\p{N}_]{0,3}([0-9A-Z]{5})/iu;
const KEYWORDS: readonly (readonly [RegExp, string])[] = [
  [/rate.?limit|too many requests/is, 'RATE_LIMIT'],
  [/timed? ?-?out|deadline exceeded/i, 'TIMEOUT'],
  [/unauthori[sz]ed|forbidden|invalid api key/i, 'AUTH'],
  [/connection (?:refused|reset)|unreachable/i, 'CONNECTION'],
  [/out of memory|oom/i, 'OOM'],
];

/**
 * A code made of an error's text, where the platform has only that. In this order: an HTTP status (`HTTP_503`), the
 * first name of an exception, `ECONN…` and the like, `SQLSTATE_…`, keywords; else `UNCLASSIFIED`. The rules are those
 * of `testdata/platforms/00_common.sql`, which a test holds it against.
 */
export function deriveErrorCode(text: string | null): string {
  if (text === null) return NO_CODE_FOUND;
  const status = HTTP_STATUS.exec(text)?.[1];
  if (status !== undefined) return `HTTP_${status}`;
  const name = exceptionName(text) ?? ERRNO.exec(text)?.[0];
  if (name !== undefined) return name;
  const state = SQLSTATE.exec(text)?.[1];
  if (state !== undefined) return `SQLSTATE_${state}`;
  return KEYWORDS.find(([pattern]) => pattern.test(text))?.[1] ?? NO_CODE_FOUND;
}

const WORD = /[A-Za-z0-9]+/g;
const ENDINGS = ['Error', 'Exception', 'Exceeded', 'Timeout', 'Interrupt', 'NotFound'];

/** Word by word, since one expression over all takes its time in square on a long text without blanks. */
function exceptionName(text: string): string | undefined {
  for (const [word] of text.matchAll(WORD)) {
    const ending = ENDINGS.find((each) => word.endsWith(each));
    const start = ending === undefined ? -1 : word.search(/[A-Z]/);
    if (ending !== undefined && start >= 0 && start < word.length - ending.length) return word.slice(start);
  }
  return undefined;
}
