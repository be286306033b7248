import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAX_BATCH_FILES } from '@/lib/workflows/batch-vocabulary';
import type { FoundFile } from './found-files';
import { batchFiles } from './many-files';
import { startUpload } from './upload';

/** Why an import of many files did not begin: a key below `batches.problems`, with its values. */
export type ManyProblem =
  | { readonly key: 'none' | 'start' }
  | { readonly key: 'too_many'; readonly values: { readonly count: number; readonly limit: number } };

/** Begins an import of many files, and leads to its page while they are sent. */
export function useMany() {
  const router = useRouter();
  const [state, setState] = useState<{ readonly busy: boolean; readonly problem: ManyProblem | null }>(IDLE);

  async function bring(found: readonly FoundFile[]) {
    setState({ busy: true, problem: null });
    const files = await batchFiles(found);
    const problem = problemOf(files.length, found.length);
    if (problem) return setState({ busy: false, problem });
    const id = await startUpload(files);
    if (id === null) return setState({ busy: false, problem: { key: 'start' } });
    router.push(`/import/batches/${id}`);
  }

  return { ...state, bring, forget: () => setState(IDLE) };
}

const IDLE = { busy: false, problem: null };

function problemOf(files: number, found: number): ManyProblem | null {
  if (files > MAX_BATCH_FILES || found > MAX_BATCH_FILES)
    return { key: 'too_many', values: { count: Math.max(files, found), limit: MAX_BATCH_FILES } };
  return files === 0 ? { key: 'none' } : null;
}
