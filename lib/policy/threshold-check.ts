import type { Diagnostic } from '@/lib/shared/diagnostic';
import type { NodePolicy, Threshold } from './schema';

/** What a threshold that history backs has to say of it, and one that waits for history should. */
const SAMPLE_KEYS = ['sample_size', 'failure_count'] as const;

/**
 * What a policy's thresholds say against themselves (`domain.md`, "Thresholds"): one per code, a reason where a person
 * set it, the sample where history did, a day that exists, and a code that can be met. Codes are compared raw.
 */
export function thresholdFindings({ alert }: Pick<NodePolicy, 'alert'>): Diagnostic[] {
  const list = alert?.thresholds ?? [];
  const codes = list.map(({ code }) => code);
  return list.flatMap((threshold, index) => {
    const at = (key: string) => ['alert', 'thresholds', index, key] as const;
    const values = { code: threshold.code };
    const found: Diagnostic[] = missingEvidence(threshold).map(({ key, severity }) => {
      const code = key === 'reason' ? 'threshold_reason' : 'threshold_sample';
      return { code, severity, path: at(key), values: { ...values, field: key, source: threshold.threshold_source } };
    });
    const first = codes.indexOf(threshold.code);
    if (first < index)
      found.push({
        code: 'threshold_twice',
        severity: 'error',
        path: at('code'),
        values: { ...values, first: first + 1, position: index + 1 },
      });
    if (threshold.measured_at !== undefined && !isMoment(threshold.measured_at))
      found.push({
        code: 'threshold_measured_at',
        severity: 'error',
        path: at('measured_at'),
        values: { ...values, value: threshold.measured_at.slice(0, 60) },
      });
    if (threshold.code !== '*' && threshold.code.endsWith('*'))
      found.push({ code: 'threshold_pattern', severity: 'warning', path: at('code'), values });
    return found;
  });
}

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** True for a day or a moment of ISO 8601 that there is; 30 February would be taken for one of March. */
function isMoment(text: string): boolean {
  if (!MOMENT.test(text) || Number.isNaN(Date.parse(text))) return false;
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function missingEvidence(threshold: Threshold): readonly { key: string; severity: 'error' | 'warning' }[] {
  switch (threshold.threshold_source) {
    case 'manual':
      return threshold.reason?.trim() ? [] : [{ key: 'reason', severity: 'error' }];
    case 'measured':
      return [...SAMPLE_KEYS, 'measured_at' as const]
        .filter((key) => threshold[key] === undefined)
        .map((key) => ({ key, severity: 'error' }));
    case 'pending-observation':
      return SAMPLE_KEYS.filter((key) => threshold[key] === undefined).map((key) => ({ key, severity: 'warning' }));
  }
}
