import { firstOf, type RawParams } from '@/app/_list/search-params';
import { CATALOGUE_ORIGINS, type CatalogueFilter, classNamed } from '@/lib/insight/catalogue-list';

const MAX_SEARCH = 200;

/** Reads what narrows the page; what makes no sense there is as good as absent. */
export function readCatalogueFilter(params: RawParams): CatalogueFilter {
  const from = firstOf(params.from);
  return {
    search: (firstOf(params.q) ?? '').trim().slice(0, MAX_SEARCH),
    class: classNamed(firstOf(params.class)),
    from: CATALOGUE_ORIGINS.find((each) => each === from) ?? null,
  };
}

export function isNarrowed({ search, class: failureClass, from }: CatalogueFilter): boolean {
  return search !== '' || failureClass !== null || from !== null;
}
