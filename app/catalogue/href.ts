import type { CatalogueFilter } from '@/lib/insight/catalogue-list';
import type { FailureClass } from '@/lib/policy/vocabulary';

const PATH = '/catalogue';

/** The page of the catalogue, narrowed like that; without a filter, all of it. */
export function catalogueHref(filter: Partial<CatalogueFilter> = {}): string {
  const params = new URLSearchParams({
    ...(filter.search && { q: filter.search }),
    ...(filter.class && { class: filter.class }),
    ...(filter.from && { from: filter.from }),
  });
  const text = params.toString();
  return text === '' ? PATH : `${PATH}?${text}`;
}

/** The page on which a code is decided for all nodes; what is known of it already stands in the form. */
export function newEntryHref({ code, as }: { readonly code: string; readonly as?: FailureClass }): string {
  const params = new URLSearchParams({ code, ...(as && { class: as }) });
  return `${PATH}/new?${params}`;
}
