import { Badge, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ThresholdBars } from '@/components/chart/threshold-bars';
import { numberOrText } from '@/components/form/number-text';
import type { SampleAnswer } from '@/lib/history/threshold-answer';
import { ANY_CODE } from '@/lib/history/threshold-state';
import type { ThresholdLine } from '@/lib/insight/threshold-rows';
import type { WrittenThreshold } from '@/lib/policy/written-thresholds';
import { DAY_MS } from '@/lib/shared/clock';
import classes from './classification.module.css';
import { useEditor } from './editor-context';
import { fieldAt } from './field-focus';
import { lineId, ThresholdButtons } from './threshold-buttons';
import { ThresholdEvidence } from './threshold-evidence';
import { ThresholdWords } from './threshold-words';

/** Fields with an input of their own once a threshold is set by hand, and those that never have one. */
const TYPED = ['failures', 'reason'];
const UNTYPED = ['code', 'window', 'threshold_source', 'sample_size', 'failure_count', 'measured_at'];

/** One code: the threshold that is written, what history suggests beside it, and what can be done. */
export function ThresholdRow({
  line,
  sample,
  waiting,
}: {
  line: ThresholdLine;
  sample: SampleAnswer | null;
  waiting: boolean;
}) {
  const t = useTranslations('thresholdForm');
  const { code, written, suggestion } = line;
  const any = code === ANY_CODE;
  const name = any ? t('anyCode') : code;
  return (
    <li
      id={lineId(line)}
      className={classes.row}
      tabIndex={-1}
      aria-label={t('rowLabel', { code: name })}
      {...(written && fieldAt(['alert', 'thresholds', written.index]))}
    >
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Group gap={8}>
            <Text span fw={600} size="sm" ff={any ? undefined : 'monospace'}>
              {name}
            </Text>
            {written?.source ? (
              <Badge variant="default" tt="none" fw={500} radius="sm">
                {t(`source.${written.source}`)}
              </Badge>
            ) : null}
          </Group>
          {any ? (
            <Text size="sm" c="dimmed">
              {t('anyHint')}
            </Text>
          ) : null}
          <Text size="sm" className="tabular">
            {written ? <ThresholdWords written={written} /> : t('none')}
          </Text>
        </div>
        <ThresholdButtons line={line} name={name} />
      </Group>
      {written?.source === 'manual' ? <ByHand written={written} name={name} /> : null}
      {written ? <Findings written={written} /> : null}
      {suggestion && sample ? (
        <>
          <ThresholdEvidence suggestion={suggestion} sample={sample} any={any} />
          <ThresholdBars
            code={name}
            days={sample.days}
            counts={suggestion.counts}
            unrecorded={sample.days.length - sample.observedDays}
            written={written?.windowMs === DAY_MS ? written.failures : null}
            suggested={suggestion.row.failures}
            measured={suggestion.rate !== null}
          />
        </>
      ) : null}
      {waiting ? <Skeleton height={64} mt={8} /> : null}
    </li>
  );
}

/** What is wrong with a threshold, or will surprise, where no input of its own says so. */
function Findings({ written: { index, source } }: { written: WrittenThreshold }) {
  const { messageAt } = useEditor();
  const at = ['alert', 'thresholds', index] as const;
  const fields = source === 'manual' ? UNTYPED : [...TYPED, ...UNTYPED];
  const said = (severity: 'error' | 'warning') => {
    const all = [messageAt(at, severity), ...fields.map((key) => messageAt([...at, key], severity))];
    return [...new Set(all.flatMap((each) => each ?? []))];
  };
  return (
    <>
      {said('error').map((text) => (
        <Text key={text} size="sm" c="var(--mantine-color-error)" role="alert">
          {text}
        </Text>
      ))}
      {said('warning').map((text) => (
        <Text key={text} size="sm" c="dimmed">
          {text}
        </Text>
      ))}
    </>
  );
}

/** What a person sets: the number, and why it is right. Both are kept as typed. */
function ByHand({ written, name }: { written: WrittenThreshold; name: string }) {
  const t = useTranslations('thresholdForm');
  const { editor, textAt, messageAt } = useEditor();
  const at = (key: string) => ['alert', 'thresholds', written.index, key] as const;
  return (
    <Group align="flex-start" gap="sm" mt={8}>
      <TextInput
        {...fieldAt(at('failures'))}
        size="xs"
        w={180}
        label={t('failures')}
        aria-label={t('failuresFor', { code: name })}
        inputMode="numeric"
        autoComplete="off"
        value={textAt(at('failures'))}
        error={messageAt(at('failures'))}
        onChange={(event) => editor.set(at('failures'), numberOrText(event.currentTarget.value))}
      />
      <TextInput
        {...fieldAt(at('reason'))}
        size="xs"
        flex="1 1 240px"
        label={t('reason')}
        aria-label={t('reasonFor', { code: name })}
        placeholder={t('reasonExample')}
        aria-required
        autoComplete="off"
        value={written.reason}
        error={messageAt(at('reason'))}
        onChange={(event) => editor.set(at('reason'), event.currentTarget.value || undefined)}
      />
    </Group>
  );
}
