import { useTranslations } from 'next-intl';
import { FinePrint, FinePrintPart } from '@/components/ui/fine-print';
import classes from './notes.module.css';

const RULES = [
  'failures',
  'final',
  'trend',
  'rate',
  'incomplete',
  'configured',
  'proved',
  'stale',
  'deviates',
] as const;
const KEYS = [
  { keys: ['/'], key: 'palette' },
  { keys: ['s'], key: 'search' },
  { keys: ['j', 'k', '↑', '↓'], key: 'move' },
  { keys: ['Enter'], key: 'open' },
  { keys: ['Esc'], key: 'leave' },
] as const;

/** The rule of each figure, and the keys of the list. `standards`: some group has a standard. */
export function Notes({ standards }: { standards: boolean }) {
  const t = useTranslations('nodes');
  return (
    <FinePrint>
      <div className={classes.parts}>
        <FinePrintPart title={t('rules.title')}>
          <ul className={classes.rules}>
            {RULES.filter((rule) => rule !== 'deviates' || standards).map((rule) => (
              <li key={rule}>{t.rich(`rules.${rule}`, { b: (words) => <strong>{words}</strong> })}</li>
            ))}
          </ul>
        </FinePrintPart>
        <FinePrintPart title={t('keys.title')} className={classes.keys}>
          <ul className={classes.rules}>
            {KEYS.map(({ keys, key }) => (
              <li key={key}>
                {keys.map((each) => (
                  <kbd key={each} className={classes.key}>
                    {each}
                  </kbd>
                ))}
                {t(`keys.${key}`)}
              </li>
            ))}
          </ul>
        </FinePrintPart>
      </div>
    </FinePrint>
  );
}
