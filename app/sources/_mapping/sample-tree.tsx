'use client';

import { useTranslations } from 'next-intl';
import { type JsonPath, pathText } from './column-path';
import { cut, textOf } from './sample-value';
import classes from './samples.module.css';

const MOST_ENTRIES = 40;
const DEEPEST = 8;

/** A value of the sample rows, opened: each place in it can be clicked. */
export function SampleTree({
  value,
  label,
  chosen,
  onPick,
}: {
  value: unknown;
  label: string;
  /** The path that is chosen now, as text. */
  chosen: string;
  onPick: (path: JsonPath) => void;
}) {
  return (
    <section className={classes.tree} aria-label={label}>
      <Branch value={value} path={[]} chosen={chosen} onPick={onPick} />
    </section>
  );
}

interface BranchProps {
  readonly value: unknown;
  readonly path: JsonPath;
  readonly chosen: string;
  readonly onPick: (path: JsonPath) => void;
}

function Branch({ value, path, chosen, onPick }: BranchProps) {
  const t = useTranslations('sourceWizard.column');
  const entries = entriesOf(value);
  return (
    <ul>
      {entries.slice(0, MOST_ENTRIES).map(([step, inner]) => {
        const here = [...path, step];
        const text = pathText(here);
        const branch = entriesOf(inner).length > 0 && here.length < DEEPEST;
        return (
          <li key={text}>
            <button
              type="button"
              aria-pressed={text === chosen}
              aria-label={t('pickPlace', { path: text, value: cut(textOf(inner) ?? 'null') })}
              onClick={() => onPick(here)}
            >
              <b>{typeof step === 'number' ? `[${step}]` : step}</b> <span>{summary(inner)}</span>
            </button>
            {branch ? <Branch value={inner} path={here} chosen={chosen} onPick={onPick} /> : null}
          </li>
        );
      })}
      {entries.length > MOST_ENTRIES ? <li>{t('moreEntries', { count: entries.length - MOST_ENTRIES })}</li> : null}
    </ul>
  );
}

/** The first elements of a list stand for the others. */
function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.slice(0, 2).map((each, index) => [index, each] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function summary(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return '{…}';
  return cut(textOf(value) ?? 'null');
}
