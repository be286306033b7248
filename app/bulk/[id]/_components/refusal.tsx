import { useTranslations } from 'next-intl';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { refusalValues } from '@/components/policy/refusal-values';
import { messageOf } from '@/lib/i18n/message';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { BulkRefusalKept } from '@/lib/workflows/bulk-item-queries';

const REASONS_SHOWN = 3;

/** Why a node was, or would be, refused: in the words of its reason, and what is wrong with its policy. */
export function Refusal({ refusal }: { refusal: BulkRefusalKept }) {
  const t = useTranslations('bulk');
  const common = useTranslations('common.refusals');
  const { reason, diagnostics = [] } = refusal;
  if (diagnostics.length > 0)
    return <DiagnosticsList diagnostics={diagnostics.map(inWords)} label={t('reasons')} limit={REASONS_SHOWN} />;
  const owner = typeof refusal.owner === 'string' ? refusal.owner : '';
  const nodes = Array.isArray(refusal.nodes) ? refusal.nodes.map(String).slice(0, 8).join(', ') : '';
  const words =
    messageOf(t, `refused.${reason}`, { owner, nodes }) ?? messageOf(common, reason, refusalValues(refusal));
  return <span>{words ?? t('refused.unexpected')}</span>;
}

/** The sentence names what it is about; the path of a document would say nothing here. */
function inWords({ path: _, ...diagnostic }: Diagnostic): Diagnostic {
  return diagnostic;
}
