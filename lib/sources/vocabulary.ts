/** Platforms whose tables Failpath knows. */
export const PLATFORMS = [
  'failpath',
  'dify',
  'kestra',
  'windmill',
  'n8n',
  'airflow',
  'conductor',
  'prefect',
  'pgboss',
  'dbos',
  'vm0',
] as const;
export type PlatformId = (typeof PLATFORMS)[number];

/** How a platform keeps the attempts of an execution. */
export const RETRY_STORAGES = ['rows', 'json_array', 'history_table', 'last_only'] as const;
export type RetryStorage = (typeof RETRY_STORAGES)[number];

/** How a point in time is written. `naive`: without a zone, to be read in a named one. */
export const TIME_KINDS = ['timestamptz', 'naive', 'epoch_s', 'epoch_ms', 'iso'] as const;
export type TimeKind = (typeof TIME_KINDS)[number];

export const DURATION_UNITS = ['ms', 's', 'interval'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** How a policy gets back into the platform's node config. */
export const WRITE_BACKS = ['sql', 'export'] as const;
export type WriteBack = (typeof WRITE_BACKS)[number];

/** What of a source's rows may not be understood (`source_unknown.kind`). */
export const UNKNOWN_KINDS = ['status', 'time', 'attempt', 'missing', 'definition'] as const;
export type UnknownKind = (typeof UNKNOWN_KINDS)[number];

/** How the way to another Postgres is protected: not, encrypted whoever answers, or encrypted with a certificate that holds. */
export const TLS_MODES = ['off', 'encrypted', 'verified'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** How far a source has been read. */
export const READING_PHASES = ['first_count', 'following', 'cancelled'] as const;
export type ReadingPhase = (typeof READING_PHASES)[number];

export const RECOUNT_STATES = ['asked', 'running', 'done', 'failed', 'cancelled'] as const;
export type RecountState = (typeof RECOUNT_STATES)[number];

/** What a recount may find: there and not here, not the same, here and not there any more. */
export const DIFFERENCE_KINDS = ['added', 'changed', 'gone'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];
