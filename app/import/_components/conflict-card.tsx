import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import type { Side } from '@/lib/workflows/policy-merge';
import type { MergeConflict } from '@/lib/workflows/reimport';
import type { MergeWords } from '../merge-words';
import classes from './merge.module.css';

export interface ConflictCardProps {
  readonly conflict: MergeConflict;
  readonly rows: MergeWords['conflicts'][string];
  readonly chosen: Side | null;
  /** Null takes the choice back. */
  readonly onDecide: (side: Side | null) => void;
}

/** What taking the file means, by kind of conflict. */
const TAKEN = { policy: 'theirs', together: 'theirs', removed: 'lose', refused: 'takeFile' } as const;

/** A node in which the file and what was published here do not go together: both sides in words, and the choice. */
export function ConflictCard({ conflict, rows, chosen, onDecide }: ConflictCardProps) {
  const t = useTranslations('merging.conflicts');
  const name = useId();
  const { nodeId, kind, sides, engineRetry, diagnostics } = conflict;
  return (
    <fieldset className={classes.conflict} data-open={chosen === null || undefined}>
      <legend className={classes.node}>
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
        {conflict.name}
        {conflict.name === nodeId ? null : <code>{nodeId}</code>}
      </legend>
      <p className={classes.why}>{t(`kind.${kind}`)}</p>
      {diagnostics.length > 0 ? (
        <DiagnosticsList diagnostics={diagnostics} label={t('why', { node: conflict.name })} limit={5} />
      ) : null}
      {rows.length > 0 ? <Sides rows={rows} label={t('table', { node: conflict.name })} /> : null}
      {engineRetry ? <p className={classes.why}>{t('engineRetry')}</p> : null}
      <div className={classes.choice}>
        {sides.map((side) => (
          <label key={side}>
            <input
              type={sides.length === 1 ? 'checkbox' : 'radio'}
              className={classes.radio}
              name={name}
              checked={chosen === side}
              onChange={(event) => onDecide(event.currentTarget.checked ? side : null)}
            />
            {t(side === 'theirs' ? TAKEN[kind] : side)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Sides({ rows, label }: { rows: ConflictCardProps['rows']; label: string }) {
  const t = useTranslations('merging.conflicts.side');
  const [ours, theirs, base] = [t('ours'), t('theirs'), t('base')];
  const gone = t('gone');
  return (
    <table className={classes.sides} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{base}</th>
          <th scope="col">{ours}</th>
          <th scope="col">{theirs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td data-side={base}>{row.base ?? '–'}</td>
            <td data-side={ours}>{row.ours}</td>
            <td data-side={theirs}>{row.theirs ?? gone}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
