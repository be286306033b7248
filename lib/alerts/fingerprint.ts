import { createHash } from 'node:crypto';

/** What one alert is about, each part as it stands in the run history. */
export interface AlertKey {
  readonly sourceId: string;
  /** The platform's own id. */
  readonly workflowId: string;
  readonly nodeId: string;
  /** Raw; null = no code, which is another alert than the text "null". */
  readonly errorCode: string | null;
}

const LENGTH = 32;

/** Names an alert (`domain.md`, "De-duplication"; the channel is beside it): 32 hexadecimal digits, stable for ever. */
export function fingerprintOf({ sourceId, workflowId, nodeId, errorCode }: AlertKey): string {
  const parts = JSON.stringify([sourceId, workflowId, nodeId, errorCode]);
  return createHash('sha256').update(parts).digest('hex').slice(0, LENGTH);
}
