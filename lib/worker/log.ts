import pino from 'pino';
import { redacted } from '@/lib/audit/redact';
import { readEnvironment } from '@/lib/env';
import type { Json } from '@/lib/shared/json';

/**
 * A log of one JSON line per event, to standard output, that keeps no secrets: what stands under a key that names one
 * is masked at any depth, and so are tokens and passwords within texts (of an address, of an error's message).
 * `name` says which process writes; `destination` is for tests.
 */
export function createLog(name: string, destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    name,
    level: readEnvironment().LOG_LEVEL,
    formatters: { log: withoutSecrets },
    // Errors are plain by then; pino's own serializer would take them for new ones.
    serializers: { err: (error: unknown) => error },
  };
  return destination ? pino(options, destination) : pino(options);
}

function withoutSecrets(event: Record<string, unknown>): Record<string, unknown> {
  try {
    const plain: Json = JSON.parse(JSON.stringify(event, plainly));
    return { ...Object(redacted(plain)) };
  } catch {
    // A log line must never be the reason why something fails.
    return { unwritable: Object.keys(event) };
  }
}

/** Errors as pino writes them, with their causes; numbers that JSON does not know as text. */
function plainly(_key: string, value: unknown): unknown {
  if (value instanceof Error) return pino.stdSerializers.err(value);
  return typeof value === 'bigint' ? `${value}` : value;
}
