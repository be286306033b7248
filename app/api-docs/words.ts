import type { OpenApiWords } from '@/lib/api/openapi';
import { TAGS } from '@/lib/api/operation';
import { OPERATIONS } from '@/lib/api/operations';
import type { Messages } from '@/lib/i18n/messages';

type ApiDocs = Messages['apiDocs'];
/** A text of the namespace `apiDocs`, as a translator of one language gives it. */
export type ApiText = (
  key:
    | 'documentTitle'
    | 'documentDescription'
    | `operations.${keyof ApiDocs['operations']}`
    | `tags.${keyof ApiDocs['tags']}`,
) => string;

/** The words of the OpenAPI document in one language. */
export function apiWords(t: ApiText): OpenApiWords {
  return {
    title: t('documentTitle'),
    description: t('documentDescription'),
    summaries: record(OPERATIONS.map(({ id }) => [id, t(`operations.${id}`)] as const)),
    tags: record(TAGS.map((tag) => [tag, t(`tags.${tag}`)] as const)),
  };
}

function record<K extends string>(entries: readonly (readonly [K, string])[]): Record<K, string>;
function record(entries: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(entries);
}
