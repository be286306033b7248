/** The page on which a code is decided for all nodes; what is known of it already stands in the form. */
export function newEntryHref({ code, as }: { readonly code: string; readonly as?: 'transient' | 'terminal' }): string {
  const params = new URLSearchParams({ code, ...(as && { class: as }) });
  return `/catalogue/new?${params}`;
}
