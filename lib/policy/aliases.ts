/** What a system writes, and the token that it means. */
export interface AliasRow {
  /** As the system writes it; case, spaces, `_` and `-` do not matter. */
  readonly from: string;
  readonly token: string;
  /** Short citation. */
  readonly source: string;
}

const GRPC = {
  timeout: ['DEADLINE_EXCEEDED'],
  service_unavailable: ['UNAVAILABLE'],
  rate_limited: ['RESOURCE_EXHAUSTED'],
  validation_failed: ['INVALID_ARGUMENT', 'OUT_OF_RANGE'],
  auth_failed: ['UNAUTHENTICATED'],
  permission_denied: ['PERMISSION_DENIED'],
  not_found: ['NOT_FOUND'],
  unique_violation: ['ALREADY_EXISTS'],
  http_501: ['UNIMPLEMENTED'],
};

/**
 * What systems write for the catalogue's tokens, by system. Only names whose meaning is one of
 * the tokens: an ambiguous name (`IntegrityError`, `OperationalError`) stays what it is, unknown.
 */
export const ALIASES: readonly AliasRow[] = [
  ...rows('errno(3), libuv', {
    timeout: ['ETIMEDOUT', 'ESOCKETTIMEDOUT'],
    connection_refused: ['ECONNREFUSED'],
    connection_reset: ['ECONNRESET', 'ECONNABORTED', 'EPIPE'],
    dns_failure: ['EAI_AGAIN', 'ENOTFOUND', 'EAI_NODATA', 'EAI_NONAME'],
    permission_denied: ['EACCES', 'EPERM'],
    not_found: ['ENOENT'],
  }),
  ...rows('Node.js undici, Errors', {
    timeout: ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
    connection_reset: ['UND_ERR_SOCKET'],
  }),
  ...rows('RFC 9110 §15, reason phrases', {
    http_400: ['Bad Request'],
    http_401: ['Unauthorized', 'Unauthorised'],
    http_403: ['Forbidden'],
    http_408: ['Request Timeout'],
    http_409: ['Conflict'],
    http_422: ['Unprocessable Entity', 'Unprocessable Content'],
    http_500: ['Internal Server Error'],
    http_501: ['Not Implemented'],
    http_502: ['Bad Gateway'],
    http_504: ['Gateway Timeout'],
    http_505: ['HTTP Version Not Supported'],
  }),
  ...rows('RFC 8470 §5.2, RFC 6585 §4', {
    http_425: ['Too Early'],
    http_429: ['Too Many Requests'],
  }),
  ...rows('common spellings', {
    timeout: ['time out', 'timed out', 'connect timeout', 'connection timeout', 'read timeout'],
    rate_limited: ['rate limit', 'rate limit exceeded', 'throttled', 'throttling'],
    dns_failure: ['dns error'],
    connection_reset: ['connection', 'connection lost'],
    auth_failed: ['authentication failed', 'auth'],
    permission_denied: ['access denied'],
    validation_failed: ['validation error', 'invalid input'],
  }),
  ...rows('gRPC, Status codes', GRPC),
  ...Object.entries(GRPC).flatMap(([token, names]) =>
    names.flatMap((name) =>
      ['grpc_', 'StatusCode.', 'grpc.StatusCode.', 'Status.Code.', 'codes.'].map((prefix) => ({
        from: `${prefix}${name}`,
        token,
        source: 'gRPC, Status codes',
      })),
    ),
  ),
  ...rows('Java SE, java.net and java.util.concurrent', {
    timeout: ['SocketTimeoutException', 'HttpTimeoutException', 'HttpConnectTimeoutException', 'TimeoutException'],
    connection_refused: ['ConnectException'],
    dns_failure: ['UnknownHostException'],
  }),
  ...rows('Apache HttpClient, Netty', {
    timeout: ['ConnectTimeoutException', 'ReadTimeoutException', 'WriteTimeoutException'],
    connection_refused: ['HttpHostConnectException'],
    connection_reset: ['NoHttpResponseException'],
  }),
  ...rows('Java SE java.sql, Spring DataAccessException, Jakarta Persistence', {
    db_connection_lost: [
      'SQLTransientConnectionException',
      'SQLRecoverableException',
      'CannotGetJdbcConnectionException',
    ],
    db_lock_timeout: ['CannotAcquireLockException', 'LockTimeoutException'],
    db_deadlock: ['DeadlockLoserDataAccessException'],
    db_serialization_failure: ['CannotSerializeTransactionException'],
    timeout: ['SQLTimeoutException', 'QueryTimeoutException'],
    unique_violation: ['DuplicateKeyException'],
    permission_denied: ['PermissionDeniedDataAccessException'],
  }),
  ...rows('Spring Security, Spring MVC, Jakarta Validation', {
    permission_denied: ['AccessDeniedException'],
    auth_failed: ['AuthenticationException', 'BadCredentialsException'],
    validation_failed: ['ValidationException', 'MethodArgumentNotValidException'],
  }),
  ...rows('Python 3, Built-in Exceptions; socket', {
    timeout: ['TimeoutError', 'socket.timeout'],
    connection_refused: ['ConnectionRefusedError'],
    connection_reset: ['ConnectionResetError', 'ConnectionAbortedError', 'BrokenPipeError', 'RemoteDisconnected'],
    dns_failure: ['gaierror', 'socket.gaierror'],
    permission_denied: ['PermissionError'],
    not_found: ['FileNotFoundError'],
  }),
  ...rows('Python requests, urllib3, httpx', {
    timeout: ['ConnectTimeout', 'ReadTimeout', 'WriteTimeout', 'ConnectTimeoutError', 'ReadTimeoutError'],
    connection_refused: ['NewConnectionError'],
    dns_failure: ['NameResolutionError'],
    connection_reset: ['ConnectionError', 'RemoteProtocolError'],
  }),
  ...rows('psycopg, asyncpg, pydantic: errors', {
    db_deadlock: ['DeadlockDetected'],
    db_serialization_failure: ['SerializationFailure'],
    db_lock_timeout: ['LockNotAvailable'],
    db_too_many_connections: ['TooManyConnections'],
    unique_violation: ['UniqueViolation', 'UniqueViolationError'],
    foreign_key_violation: ['ForeignKeyViolation', 'ForeignKeyViolationError'],
    permission_denied: ['InsufficientPrivilege'],
    validation_failed: ['ValidationError'],
  }),
  ...rows('MySQL 8, Server and Client Error Reference', {
    db_lock_timeout: ['ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT'],
    db_deadlock: ['ER_LOCK_DEADLOCK'],
    db_too_many_connections: ['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS'],
    db_connection_lost: ['PROTOCOL_CONNECTION_LOST', 'CR_SERVER_LOST', 'CR_SERVER_GONE_ERROR'],
    unique_violation: ['ER_DUP_ENTRY'],
    foreign_key_violation: ['ER_NO_REFERENCED_ROW', 'ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2'],
    auth_failed: ['ER_ACCESS_DENIED_ERROR'],
  }),
  ...rows('Oracle Database, Error Messages', {
    db_lock_timeout: ['ORA-00054', 'ORA-30006'],
    db_deadlock: ['ORA-00060'],
    db_serialization_failure: ['ORA-08177'],
    db_connection_lost: ['ORA-03113', 'ORA-03114', 'ORA-12570'],
    unique_violation: ['ORA-00001'],
    foreign_key_violation: ['ORA-02291', 'ORA-02292'],
    permission_denied: ['ORA-01031'],
  }),
  ...rows('Prisma, Error message reference', {
    db_connection_lost: ['P1001', 'P1017'],
    timeout: ['P1002', 'P1008'],
    db_too_many_connections: ['P2037'],
    unique_violation: ['P2002'],
    foreign_key_violation: ['P2003'],
    db_deadlock: ['P2034'],
    not_found: ['P2025'],
  }),
  ...rows('AWS Step Functions, Handling errors', {
    timeout: ['States.Timeout', 'States.HeartbeatTimeout', 'States.Http.Socket'],
    permission_denied: ['States.Permissions'],
    validation_failed: ['States.ParameterPathFailure', 'States.ResultPathMatchFailure', 'States.IntrinsicFailure'],
  }),
  ...rows('AWS Lambda API, Invoke: Errors', {
    http_429: ['Lambda.TooManyRequestsException', 'TooManyRequestsException'],
    http_500: ['Lambda.ServiceException'],
    not_found: ['Lambda.ResourceNotFoundException'],
    validation_failed: ['Lambda.InvalidParameterValueException', 'Lambda.InvalidRequestContentException'],
  }),
  ...rows('AWS Step Functions, Handle transient Lambda service exceptions', {
    service_unavailable: ['Lambda.AWSLambdaException', 'Lambda.SdkClientException'],
    timeout: ['Lambda.ClientExecutionTimeoutException'],
  }),
  ...rows('AWS SDKs, Retry behavior and common errors', {
    rate_limited: [
      'ThrottlingException',
      'ThrottledException',
      'RequestLimitExceeded',
      'ProvisionedThroughputExceededException',
      'SlowDown',
      'LimitExceededException',
    ],
    service_unavailable: ['ServiceUnavailableException'],
    http_500: ['InternalServerException', 'InternalFailure', 'InternalServerError'],
    timeout: ['RequestTimeoutException'],
    permission_denied: ['AccessDenied', 'AccessDeniedException'],
    not_found: ['ResourceNotFoundException', 'NoSuchKey', 'NoSuchBucket'],
  }),
  ...rows('Google Cloud Workflows, Error tags', {
    connection_refused: ['ConnectionFailedError'],
  }),
  ...rows('Conductor, Task status; Airflow, airflow.exceptions', {
    timeout: ['TIMED_OUT', 'AirflowTaskTimeout', 'AirflowSensorTimeout'],
  }),
  ...rows('Dify, model_runtime/errors/invoke.py', {
    rate_limited: ['InvokeRateLimitError'],
    service_unavailable: ['InvokeServerUnavailableError'],
    connection_reset: ['InvokeConnectionError'],
    auth_failed: ['InvokeAuthorizationError'],
    http_400: ['InvokeBadRequestError'],
  }),
  ...rows('VM0, agent_runs.failure_reason', {
    rate_limited: ['provider_rate_limited'],
    service_unavailable: ['provider_overloaded'],
    timeout: ['provider_stream_timeout'],
    http_500: ['provider_server_error'],
    connection_reset: ['response_connection_lost'],
  }),
];

/** SQLSTATE codes and whole classes (two characters). */
export const SQLSTATES: readonly AliasRow[] = [
  ...rows('PostgreSQL, Appendix A: Error Codes', {
    db_lock_timeout: ['55P03'],
    db_deadlock: ['40P01'],
    db_serialization_failure: ['40001'],
    db_connection_lost: ['08', '57P01', '57P02', '57P03'],
    db_too_many_connections: ['53300'],
    unique_violation: ['23505'],
    foreign_key_violation: ['23503'],
    permission_denied: ['42501'],
    validation_failed: ['22'],
    auth_failed: ['28'],
  }),
];

function rows(source: string, names: Readonly<Record<string, readonly string[]>>): AliasRow[] {
  return Object.entries(names).flatMap(([token, froms]) => froms.map((from) => ({ from, token, source })));
}
