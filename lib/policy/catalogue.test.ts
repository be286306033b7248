import { describe, expect, test } from 'vitest';
import { ALIASES, SQLSTATES } from './aliases';
import { CATALOGUE, catalogueRow, normaliseCode, recogniseCode } from './catalogue';

describe('normaliseCode', () => {
  test.each([
    ['ETIMEDOUT', 'timeout'],
    ['ECONNREFUSED', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['EAI_AGAIN', 'dns_failure'],
    ['503', 'http_503'],
    ['HTTP_503', 'http_503'],
    ['HTTP 503', 'http_503'],
    ['http-503', 'http_503'],
    ['Http503', 'http_503'],
    ['HTTP/1.1 502 Bad Gateway', 'http_502'],
    ['status code 429', 'http_429'],
    ['404: Not Found', 'http_404'],
    ['HTTP_5XX', 'http_5xx'],
    ['5xx', 'http_5xx'],
    ['55P03', 'db_lock_timeout'],
    ['SQLSTATE_40P01', 'db_deadlock'],
    ['SQLSTATE[40001]: Serialization failure', 'db_serialization_failure'],
    ['40001', 'db_serialization_failure'],
    ['08006', 'db_connection_lost'],
    ['08P01', 'db_connection_lost'],
    ['57P03', 'db_connection_lost'],
    ['53300', 'db_too_many_connections'],
    ['23505', 'unique_violation'],
    ['23503', 'foreign_key_violation'],
    ['42501', 'permission_denied'],
    ['22P02', 'validation_failed'],
    ['UNAVAILABLE', 'service_unavailable'],
    ['StatusCode.DEADLINE_EXCEEDED', 'timeout'],
    ['RESOURCE_EXHAUSTED', 'rate_limited'],
    ['PERMISSION_DENIED', 'permission_denied'],
    ['SocketTimeoutException', 'timeout'],
    ['java.net.ConnectException', 'connection_refused'],
    ['requests.exceptions.ReadTimeout', 'timeout'],
    ['psycopg2.errors.DeadlockDetected', 'db_deadlock'],
    ['socket.timeout', 'timeout'],
    ['States.Timeout', 'timeout'],
    ['States.Http.StatusCode.503', 'http_503'],
    ['Lambda.TooManyRequestsException', 'http_429'],
    ['DynamoDB.ProvisionedThroughputExceededException', 'rate_limited'],
    ['provider_overloaded', 'service_unavailable'],
    ['RATE_LIMIT', 'rate_limited'],
    ['  Timeout ', 'timeout'],
    ['https://serverlessworkflow.io/spec/1.0.0/errors/authentication', 'auth_failed'],
  ])('%s means %s', (raw, token) => {
    expect(normaliseCode(raw)).toBe(token);
  });

  test.each([
    'card_declined',
    'quota.exceeded',
    'weird',
    '',
    ' ',
    '200',
    '12345',
    '2026-01',
    '22ABC',
    'IntegrityError',
    'DynamoDB.ConditionalCheckFailedException',
    'payment.timeout',
    'card_*',
    'constructor',
    '__proto__',
    'a.b.toString',
    'https://example.test/errors/constructor',
    '<b>503</b>',
  ])('%j is left as it is', (raw) => {
    expect(normaliseCode(raw)).toBe(raw);
    expect(recogniseCode(raw)).toBeNull();
  });

  test('is done after one pass', () => {
    for (const { from } of ALIASES) expect(normaliseCode(normaliseCode(from))).toBe(normaliseCode(from));
  });

  test('added rows win', () => {
    const extra = {
      rows: [{ token: 'psp_busy', class: 'transient' as const, source: 'PSP manual' }],
      aliases: [
        { from: 'E-77', token: 'psp_busy', source: 'PSP manual' },
        { from: 'ETIMEDOUT', token: 'psp_busy', source: 'ours' },
      ],
    };
    expect(normaliseCode('e_77', extra)).toBe('psp_busy');
    expect(normaliseCode('ETIMEDOUT', extra)).toBe('psp_busy');
    expect(catalogueRow('psp_busy', extra)?.class).toBe('transient');
  });
});

describe('the rows', () => {
  test('every row has a source, and every alias leads to a token or an HTTP status', () => {
    const tokens = new Set(CATALOGUE.map((row) => row.token));
    for (const row of CATALOGUE) expect(row.source).not.toBe('');
    for (const { from, token, source } of [...ALIASES, ...SQLSTATES]) {
      expect(source, from).not.toBe('');
      expect(tokens.has(token) || /^http_[45]\d\d$/.test(token), `${from} → ${token}`).toBe(true);
    }
  });

  test('no spelling means two things', () => {
    const meanings = new Map<string, string>();
    for (const { from, token } of ALIASES) {
      const key = from.toLowerCase().replace(/[\s_-]+/g, '');
      expect(meanings.get(key) ?? token, from).toBe(token);
      meanings.set(key, token);
    }
  });

  test('a status falls back to its hundred; 501 and 505 do not', () => {
    expect(catalogueRow('http_599')?.class).toBe('transient');
    expect(catalogueRow('http_501')?.class).toBe('terminal');
    expect(catalogueRow('http_418')).toBeNull();
  });
});
