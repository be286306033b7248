import { Loader, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { DocumentPreview } from '@/lib/workflows/document-preview';
import { DiagnosticsList } from './diagnostics-list';
import { DiffView } from './diff-view';
import { LossList } from './loss-list';
import { usePhrase } from './phrase';

/** What was answered to the question what a document would change; `gone`: there is no such node any more. */
export type PreviewAnswer = DocumentPreview | 'loading' | 'gone' | 'failed';

/** What a document would change, in full sentences and then in the lines of its file; `label` names it by its node. */
export function DocumentPreviewView({
  answer,
  label,
  words,
  className,
}: {
  answer: PreviewAnswer;
  label: string;
  words: Readonly<Record<'loading' | 'gone' | 'failed', string>>;
  className: string | undefined;
}) {
  const common = useTranslations('common.actions');
  const say = usePhrase();
  if (answer === 'loading')
    return (
      <Text size="sm" c="dimmed" role="status">
        <Loader size={12} mr={6} aria-hidden />
        {words.loading}
      </Text>
    );
  if (answer === 'gone' || answer === 'failed')
    return (
      <Text size="sm" role="alert">
        {words[answer]}
      </Text>
    );
  return (
    <section className={className} aria-label={label}>
      {answer.sentences.map((sentence) => (
        <p key={sentence.key}>{say(sentence)}</p>
      ))}
      <DiffView files={answer.files} />
      {answer.problems.length > 0 ? <DiagnosticsList label={common('problems')} diagnostics={answer.problems} /> : null}
      {answer.losses.length > 0 ? <LossList losses={answer.losses} waits={answer} /> : null}
    </section>
  );
}
