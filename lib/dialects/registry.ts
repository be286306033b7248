import type { ReadResult } from '@/lib/model/workflow';
import { argo } from './argo';
import { asl } from './asl';
import { conductor } from './conductor';
import { dify } from './dify';
import { failpath } from './failpath';
import { googleWorkflows } from './google-workflows';
import { kestra } from './kestra';
import { serverlessWorkflow } from './serverless-workflow';
import type { DefinitionText, Dialect, DialectId } from './types';

/** Every format that can be read and written. To add one: a folder beside `asl`, and a line here. */
export const DIALECTS: readonly Dialect[] = [
  failpath,
  asl,
  argo,
  dify,
  conductor,
  kestra,
  googleWorkflows,
  serverlessWorkflow,
];

/** The dialect of that id. */
export function dialectById(id: DialectId): Dialect {
  const found = DIALECTS.find((dialect) => dialect.id === id);
  if (!found) throw new Error(`no dialect ${id}`);
  return found;
}

/** Which dialect a text is in, judged by what it says; null when none knows it. */
export function detectDialect(text: string): DialectId | null {
  return DIALECTS.find((dialect) => dialect.detect(text))?.id ?? null;
}

/** Reads a definition in its dialect, or says which formats are known. */
export function readDefinition(
  source: DefinitionText,
  dialect: DialectId | null = detectDialect(source.text),
): ReadResult {
  if (dialect !== null) return dialectById(dialect).read(source);
  if (source.text.trim() === '' || source.text.trim() === '\uFEFF')
    return { workflow: null, diagnostics: [{ code: 'file_empty', severity: 'error' }] };
  const formats = DIALECTS.map((each) => each.label).join(', ');
  return {
    workflow: null,
    diagnostics: [{ code: 'format_unknown', severity: 'error', values: { file: source.fileName, formats } }],
  };
}
