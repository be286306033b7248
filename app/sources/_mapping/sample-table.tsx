'use client';

import { useTranslations } from 'next-intl';
import type { TableSample } from './found';
import classes from './mapping.module.css';
import { cut } from './sample-value';
import samplesClasses from './samples.module.css';

/** Some rows of a table as they are; what is used of them is marked with what it stands for. */
export function SampleTable({
  sample,
  name,
  used,
}: {
  sample: TableSample | null;
  name: string;
  /** By column: what it stands for, in words. */
  used: ReadonlyMap<string, readonly string[]>;
}) {
  const t = useTranslations('sourceWizard.sample');
  if (name === '') return <p className={classes.quiet}>{t('chooseTable')}</p>;
  if (sample === null) return <p className={classes.quiet}>{t('loading')}</p>;
  if (sample.rows.length === 0) return <p className={classes.quiet}>{t('empty', { name })}</p>;
  const order = sample.columns.map((column, at) => ({ ...column, at }));
  // What is used comes first: wide tables show it without scrolling.
  const columns = [
    ...order.filter(({ name: each }) => used.has(each)),
    ...order.filter(({ name: each }) => !used.has(each)),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach what is outside
    <section className={samplesClasses.sample} aria-label={t('label', { name })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-used={used.has(column.name) || undefined}>
                {column.name}
                <small>{used.get(column.name)?.join(', ') ?? column.type}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have no name, and never move
            <tr key={index}>
              {columns.map(({ name: column, at }) => (
                <td key={column} data-used={used.has(column) || undefined}>
                  {row[at] === null || row[at] === undefined ? <i>{t('null')}</i> : cut(row[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
