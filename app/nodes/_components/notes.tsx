import { Kbd } from '@mantine/core';
import { useTranslations } from 'next-intl';
import classes from './notes.module.css';

const RULES = ['failures', 'final', 'rate', 'complete'] as const;
const KEYS = [
  { keys: ['/'], key: 'search' },
  { keys: ['j', 'k', '↑', '↓'], key: 'move' },
  { keys: ['Enter'], key: 'open' },
  { keys: ['Esc'], key: 'leave' },
] as const;

/** The rule of each figure, and the keys of the list. */
export function Notes() {
  const t = useTranslations('nodes');
  return (
    <footer className={classes.notes}>
      <section aria-label={t('rules.title')}>
        <h2 className={classes.title}>{t('rules.title')}</h2>
        <ul className={classes.rules}>
          {RULES.map((rule) => (
            <li key={rule}>{t.rich(`rules.${rule}`, { b: (words) => <strong>{words}</strong> })}</li>
          ))}
        </ul>
      </section>
      <section aria-label={t('keys.title')} className={classes.keys}>
        <h2 className={classes.title}>{t('keys.title')}</h2>
        <ul className={classes.rules}>
          {KEYS.map(({ keys, key }) => (
            <li key={key}>
              {keys.map((each) => (
                <Kbd key={each} size="xs" mr={4}>
                  {each}
                </Kbd>
              ))}
              {t(`keys.${key}`)}
            </li>
          ))}
        </ul>
      </section>
    </footer>
  );
}
