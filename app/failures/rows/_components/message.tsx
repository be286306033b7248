import { useTranslations } from 'next-intl';
import classes from './rows.module.css';

const SHORT = 120;

/** A message from the log: its beginning, and the whole when it is asked for. Always a text, whatever it holds. */
export function Message({ text }: { text: string }) {
  const t = useTranslations('failureRows');
  const [line = ''] = text.split(/\r?\n/, 1);
  if (text.length <= SHORT && line === text) return <span className={classes.message}>{text}</span>;
  return (
    <details className={classes.long}>
      <summary title={t('whole')}>
        <span className={classes.beginning}>{shortened(line)}</span>
        <span className={classes.less}>{t('less')}</span>
      </summary>
      <div className={classes.whole}>{text}</div>
    </details>
  );
}

/** Cut between characters, never within one. */
function shortened(line: string): string {
  const cut = line.slice(0, SHORT).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()}…`;
}
