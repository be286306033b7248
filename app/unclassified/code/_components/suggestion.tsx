import { Button } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import type { CodeSuggestion } from '@/lib/insight/code-suggestion';
import type { FailureClass } from '@/lib/policy/vocabulary';
import classes from './code.module.css';
import { someOf } from './some-of';

/** What might fit and whose word it is; taken with one click, never by itself. */
export function Suggestion({
  suggestion,
  take,
}: {
  suggestion: CodeSuggestion | null;
  take: (failureClass: FailureClass) => void;
}) {
  const t = useTranslations('unclassified.code.suggestion');
  const terms = useTranslations('terms.classShort');
  const words = useSuggestionWords(suggestion);
  const failureClass = suggestion?.class ?? null;
  return (
    <section className={classes.suggestion} aria-label={t('title')}>
      <p>
        <strong>{t('title')}</strong> {words}
      </p>
      {failureClass === null ? null : (
        <Button type="button" variant="default" size="xs" onClick={() => take(failureClass)}>
          {t('take', { class: terms(failureClass) })}
        </Button>
      )}
    </section>
  );
}

function useSuggestionWords(suggestion: CodeSuggestion | null): string {
  const t = useTranslations('unclassified.code');
  const terms = useTranslations('terms.classShort');
  const format = useFormatter();
  const names = (all: readonly string[]) => format.list(someOf(all, (count) => t('effect.more', { count })));
  if (suggestion === null) return t('suggestion.nobody');
  if (suggestion.from === 'catalogue') {
    const { class: each, token, source } = suggestion;
    return t('suggestion.catalogue', { class: terms(each), token, source });
  }
  if (suggestion.from === 'similar') {
    const { class: each, via, token, part, source } = suggestion;
    return t(`suggestion.${via}`, { class: terms(each), token, part, source });
  }
  const { class: each, colleagues } = suggestion;
  const { transient, terminal } = colleagues;
  if (each === null) return t('suggestion.divided', { transient: names(transient), terminal: names(terminal) });
  return t('suggestion.colleagues', {
    class: terms(each),
    count: colleagues[each].length,
    all: transient.length + terminal.length,
    names: names(colleagues[each]),
  });
}
