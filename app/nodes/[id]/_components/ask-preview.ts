import type { NodeRowId } from '@/lib/model/ids';
import type { NodePreview } from '@/lib/workflows/preview';
import { type Content, keptText } from './editor-state';

/** Asks the server what both sides come to; null where it does not answer, or not with that. */
export async function askPreview(nodeRowId: NodeRowId, content: Content): Promise<NodePreview | null> {
  const { document, replaceEngineRetry, typed, held } = content;
  const body = JSON.stringify({ document, replaceEngineRetry, text: keptText(content), held: typed ? held : null });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`/api/v1/nodes/${nodeRowId}/preview`, { method: 'POST', headers, body });
  const answer: unknown = response.ok ? await response.json() : null;
  return isPreview(answer) ? answer : null;
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
