import { useTranslations } from 'next-intl';
import { KeysetPages } from '@/components/table/keyset-pages';
import type { StepRow } from '@/lib/history/step-row';
import type { FailureRowsQuery } from '@/lib/insight/failure-rows';
import type { KeysetPage } from '@/lib/shared/keyset';
import { rowsHref, rowsPageHref } from '../search-params';

/** The way to newer and older rows. */
export function RowPages({
  asked,
  moment,
  page: { rows, newer, older },
}: {
  asked: FailureRowsQuery;
  moment: Date;
  page: KeysetPage<StepRow>;
}) {
  const t = useTranslations('failureRows.pages');
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <KeysetPages
      words={{ label: t('label'), newest: t('newest'), newer: t('newer'), older: t('older') }}
      newest={newer ? rowsHref(asked, moment) : null}
      newer={newer && first ? rowsPageHref(asked, moment, 'after', first) : null}
      older={older && last ? rowsPageHref(asked, moment, 'before', last) : null}
    />
  );
}
