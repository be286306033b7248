import { expect, test } from 'vitest';
import { deriveErrorCode } from './error-code';

test.each([
  ['Request failed with status code 503', 'HTTP_503'],
  ["Failed http request with response code '503' io.kestra.core.http.client.HttpClientResponseException", 'HTTP_503'],
  ['HTTP/1.1 502 Bad Gateway', 'HTTP_502'],
  ['http/2 200 then HTTP 404', 'HTTP_200'],
  ['HTTP/1234', 'HTTP_234'],
  ['status=429', 'HTTP_429'],
  ['status code: 600', 'UNCLASSIFIED'],
  ['java.net.SocketTimeoutException: Read timed out', 'SocketTimeoutException'],
  ['socketTimeoutException', 'TimeoutException'],
  ['an Error happened', 'UNCLASSIFIED'],
  ['MyErrors and OtherError', 'OtherError'],
  ['HeadNotFound', 'HeadNotFound'],
  ['getaddrinfo ENOTFOUND erp.example', 'ENOTFOUND'],
  ['connect ECONNREFUSED 127.0.0.1:80', 'ECONNREFUSED'],
  ['xEPIPE', 'EPIPE'],
  ['XEPIPE', 'UNCLASSIFIED'],
  ['ERROR: SQLSTATE[42P01]: undefined table', 'SQLSTATE_42P01'],
  ['Rate\nlimit', 'RATE_LIMIT'],
  ['Too many requests', 'RATE_LIMIT'],
  ['timed-out', 'TIMEOUT'],
  ['time out', 'TIMEOUT'],
  ['deadline exceeded', 'TIMEOUT'],
  ['Unauthorised', 'AUTH'],
  ['host unreachable', 'CONNECTION'],
  ['OOM killed', 'OOM'],
  ['something odd', 'UNCLASSIFIED'],
  ['', 'UNCLASSIFIED'],
  [null, 'UNCLASSIFIED'],
])('%j → %s', (text, code) => {
  expect(deriveErrorCode(text)).toBe(code);
});

test('a status comes before a name, a name before a system error, that before a keyword', () => {
  expect(deriveErrorCode('timeout ECONNRESET SQLSTATE 08006 FooError status 500')).toBe('HTTP_500');
  expect(deriveErrorCode('timeout ECONNRESET SQLSTATE 08006 FooError')).toBe('FooError');
  expect(deriveErrorCode('timeout ECONNRESET SQLSTATE 08006')).toBe('ECONNRESET');
  expect(deriveErrorCode('timeout SQLSTATE 08006')).toBe('SQLSTATE_08006');
});

test('a long text without blanks takes no time in square', () => {
  const started = performance.now();
  for (const text of ['A'.repeat(200_000), 'Aa0'.repeat(100_000), 'HTTP/'.repeat(50_000), 'E'.repeat(200_000)]) {
    deriveErrorCode(text);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
