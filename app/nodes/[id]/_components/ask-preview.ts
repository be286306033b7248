import type { NodeRowId } from '@/lib/model/ids';
import { err, ok, type Result } from '@/lib/shared/result';
import type { NodePreview } from '@/lib/workflows/preview';
import { type Content, keptText } from './editor-state';

/** `away`: the server does not answer, or something else does; `refused`: asked again it would say the same. */
export type Unanswered = 'away' | 'refused';

/** Asks the server what both sides come to; `copyShared`: what publishing would write if the node got a copy of what it shares. */
export async function askPreview(
  nodeRowId: NodeRowId,
  content: Content,
  { copyShared = false } = {},
): Promise<Result<NodePreview, Unanswered>> {
  const { document, replaceEngineRetry, typed, held } = content;
  const sides = { text: keptText(content), held: typed ? held : null };
  const body = JSON.stringify({ document, replaceEngineRetry, copyShared, ...sides });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`/api/v1/nodes/${nodeRowId}/preview`, { method: 'POST', headers, body });
  if (isRefusal(response)) return err('refused');
  const answer: unknown = response.ok ? await response.json() : null;
  return isPreview(answer) ? ok(answer) : err('away');
}

/** Our own server's no to this request, in the form of all our problems; not a proxy's. */
function isRefusal({ status, headers }: Response): boolean {
  return status >= 400 && status < 500 && headers.get('Content-Type')?.startsWith('application/problem+json') === true;
}

/** Our own server's answer: what tells it from a login page or a proxy's error is enough. */
function isPreview(answer: unknown): answer is NodePreview {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'document' in answer &&
    'text' in answer &&
    'broken' in answer &&
    'ofText' in answer &&
    'ofPolicy' in answer
  );
}
