import { Button, Group } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type Suggestion, type ThresholdLine, takeByHand, takeSuggestions } from '@/lib/insight/threshold-rows';
import { thresholdIndex } from '@/lib/policy/threshold-edit';
import { useEditor } from './editor-context';
import { focusField } from './field-focus';

/** What can be done with one threshold: take the suggestion, set it by hand, remove it. */
export function ThresholdButtons({ line, name }: { line: ThresholdLine; name: string }) {
  const t = useTranslations('thresholdForm');
  const { editor } = useEditor();
  const { code, nth, written, suggestion } = line;
  const take = () => {
    editor.edit(takeSuggestions(editor.document, [line]));
    focusLine(line);
  };
  const setByHand = () => {
    const next = takeByHand(editor.document, line);
    editor.edit(next);
    requestAnimationFrame(() => focusField(['alert', 'thresholds', thresholdIndex(next, code), 'reason']));
  };
  const words = takeWords(suggestion);
  const figures = { failures: suggestion?.row.failures ?? 0, code: name };
  return (
    <Group gap={6} data-only-screen>
      {suggestion && suggestion.standing !== 'same' ? (
        <Button
          size="xs"
          variant={isSecond(suggestion) ? 'default' : 'light'}
          leftSection={<IconCheck size={15} aria-hidden />}
          aria-label={t(`${words}For`, figures)}
          onClick={take}
        >
          {t(words, figures)}
        </Button>
      ) : null}
      {written?.source === 'manual' || nth > 0 ? null : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={15} aria-hidden />}
          aria-label={t('byHandFor', figures)}
          onClick={setByHand}
        >
          {t('byHand')}
        </Button>
      )}
      {written ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={15} aria-hidden />}
          aria-label={t('removeFor', figures)}
          onClick={() => {
            editor.set(['alert', 'thresholds', written.index], undefined);
            focusLine(line);
          }}
        >
          {t('remove')}
        </Button>
      ) : null}
    </Group>
  );
}

function takeWords(suggestion: Suggestion | null): 'take' | 'takeNewer' | 'takeDefault' {
  if (suggestion?.standing === 'newer') return 'takeNewer';
  return suggestion?.rate === null ? 'takeDefault' : 'take';
}

/** What stands there has more behind it. */
function isSecond({ standing }: Suggestion): boolean {
  return standing === 'by_hand' || standing === 'short';
}

/** Where a line is found again. */
export function lineId({ code, nth }: Pick<ThresholdLine, 'code' | 'nth'>): string {
  return `threshold-${nth}-${code}`;
}

/** The button that was pressed goes away, and the line may stand elsewhere now: the keyboard stays at the code. */
function focusLine(line: ThresholdLine): void {
  requestAnimationFrame(() => document.getElementById(lineId(line))?.focus({ preventScroll: true }));
}
