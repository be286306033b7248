import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';
import classes from './sources.module.css';

/** What a failure needs to be told: a code below `sources.failures` and its values. */
export interface Failure {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
}

const UNSAID = ['host', 'port', 'database', 'user', 'name', 'detail'];

/** Why a source could not be read, in one line. */
export function FailureTitle({ failure }: { failure: Failure }) {
  return useFailureWords(failure).title;
}

/** What to do about it, and what the server itself said. */
export function FailureRemedy({ failure }: { failure: Failure }) {
  const t = useTranslations('sources.detail');
  const { remedy, detail } = useFailureWords(failure);
  return (
    <>
      {remedy}
      {detail === '' ? null : <span className={classes.said}>{t('serverSaid', { detail })}</span>}
    </>
  );
}

function useFailureWords({ code, values }: Failure) {
  const t = useTranslations('sources.failures');
  // A message may name more than this failure knows.
  const known = { ...Object.fromEntries(UNSAID.map((key) => [key, ''])), ...values };
  return {
    title: messageOf(t, `${code}.title`, known) ?? t('unknown.title'),
    remedy: messageOf(t, `${code}.remedy`, known) ?? t('unknown.remedy'),
    detail: values.detail ?? '',
  };
}
