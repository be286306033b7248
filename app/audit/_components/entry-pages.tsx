import { useTranslations } from 'next-intl';
import { KeysetPages } from '@/components/table/keyset-pages';
import type { AuditEntry } from '@/lib/audit/entry';
import type { KeysetPage } from '@/lib/shared/keyset';
import { type AuditQuery, auditHref, auditPageHref } from '../search-params';

/** The way to newer and older entries under the same filters. */
export function EntryPages({
  query,
  page: { rows, newer, older },
}: {
  query: AuditQuery;
  page: KeysetPage<AuditEntry>;
}) {
  const t = useTranslations('audit.pages');
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <KeysetPages
      words={{ label: t('label'), newest: t('newest'), newer: t('newer'), older: t('older') }}
      newest={newer ? auditHref(query) : null}
      newer={newer && first ? auditPageHref(query, 'after', first) : null}
      older={older && last ? auditPageHref(query, 'before', last) : null}
    />
  );
}
