import { Autocomplete, Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { CATALOGUE } from '@/lib/policy/catalogue';
import { type CodeEntry, NO_CODE } from './bulk-entry';
import classes from './bulk-form.module.css';
import type { BulkFormState } from './use-bulk-form';

const TOKENS = CATALOGUE.map(({ token }) => token);

/** Codes, and for each whether trying again is worth it. */
export function CodesPart({ form }: { form: BulkFormState }) {
  const t = useTranslations('bulk.entry.parts.classify');
  const { codes } = form.entry;
  const change = (index: number, part: Partial<CodeEntry>) =>
    form.edit({ codes: codes.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <>
      {codes.map((entry, index) => (
        <CodeFields
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is told from the others by its place only
          key={index}
          entry={entry}
          error={form.messageAt(['classification', index, 'code']) ?? form.messageAt(['classification', index])}
          change={(part) => change(index, part)}
          remove={codes.length > 1 ? () => form.edit({ codes: codes.filter((_, at) => at !== index) }) : null}
        />
      ))}
      <Group>
        <Button
          variant="light"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.edit({ codes: [...codes, NO_CODE] })}
        >
          {t('another')}
        </Button>
      </Group>
    </>
  );
}

function CodeFields({
  entry,
  error,
  change,
  remove,
}: {
  entry: CodeEntry;
  error: string | null;
  change: (part: Partial<CodeEntry>) => void;
  /** Null: it is the only one. */
  remove: (() => void) | null;
}) {
  const t = useTranslations('bulk.entry.parts.classify');
  const node = useTranslations('node.classification');
  return (
    <fieldset className={classes.code} aria-label={t('one', { code: entry.code })}>
      <Autocomplete
        label={t('code')}
        description={node('addHint')}
        data={TOKENS}
        limit={12}
        value={entry.code}
        error={error}
        onChange={(code) => change({ code })}
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <SegmentedControl
        aria-label={node('decisionFor', { code: entry.code })}
        value={entry.class}
        onChange={(value) => change({ class: value === 'transient' ? 'transient' : 'terminal' })}
        data={[
          { value: 'transient', label: node('retryIt') },
          { value: 'terminal', label: node('toPerson') },
        ]}
        maw={320}
      />
      <TextInput
        label={node('reason')}
        placeholder={node(`reasonExample.${entry.class}`)}
        value={entry.reason}
        maxLength={2_000}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      {remove ? (
        <Group>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={remove}
          >
            {t('remove')}
          </Button>
        </Group>
      ) : null}
    </fieldset>
  );
}
