import { readNodeId, readVersionNumber } from '../search-params';

/** Which version is to come back, and whether of one node only; null = none that could be one. */
export function readRestoreParams(params: Record<string, string | string[] | undefined>): {
  readonly version: number | null;
  readonly node: string | null;
} {
  return { version: readVersionNumber(params.version), node: readNodeId(params) };
}
