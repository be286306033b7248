import { z } from 'zod';
import type { VersionsQuery } from '@/lib/workflows/versions-queries';

type RawParams = Record<string, string | string[] | undefined>;

const MAX_VERSION = 2_147_483_647;
const MAX_NODE_ID = 500;
const versionSchema = z.coerce.number().int().min(1).max(MAX_VERSION).nullable().catch(null);

/** A version's number in a parameter; anything else is as good as absent. */
export function readVersionNumber(value: string | string[] | undefined): number | null {
  return versionSchema.parse(first(value) ?? null) || null;
}

/** Node (node_id) that a page is narrowed to, or null. */
export function readNodeId(params: RawParams): string | null {
  const node = first(params.node) ?? '';
  return node === '' || node.length > MAX_NODE_ID ? null : node;
}

/** Which part of the history is asked for, and which version has just come of a restore. */
export function readVersionsParams(params: RawParams): VersionsQuery & { readonly done: number | null } {
  const after = readVersionNumber(params.after);
  return {
    node: readNodeId(params),
    before: after === null ? readVersionNumber(params.before) : null,
    after,
    done: readVersionNumber(params.done),
  };
}

/** Links to a workflow's history, to two versions side by side, and to the preview of a restore. */
export function versionsHref(workflowId: string, params: Partial<VersionsQuery> = {}): string {
  return href(`/workflows/${workflowId}/versions`, { ...params });
}

export function compareHref(
  workflowId: string,
  params: { readonly from: number; readonly to: number; readonly node: string | null },
): string {
  return href(`/workflows/${workflowId}/versions/compare`, params);
}

export function restoreHref(
  workflowId: string,
  params: { readonly version: number; readonly node: string | null },
): string {
  return href(`/workflows/${workflowId}/versions/restore`, params);
}

function href(path: string, params: Readonly<Record<string, string | number | null | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value != null) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
