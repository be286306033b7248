import { readNodeId, readVersionNumber } from '../search-params';

/** Which two versions are asked for; what is missing is the newest, or the one before it. */
export function readCompareParams(
  params: Record<string, string | string[] | undefined>,
  newest: number,
): { readonly from: number; readonly to: number; readonly node: string | null } {
  const to = readVersionNumber(params.to) ?? newest;
  const from = readVersionNumber(params.from) ?? Math.max(1, to - 1);
  return { from, to, node: readNodeId(params) };
}
