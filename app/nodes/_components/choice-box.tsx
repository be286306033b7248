import classes from './choice.module.css';
import { useIsChosen } from './use-choice';

/** The box that chooses a row; what a press does is up to the list (`useChoiceKeys`), since Shift takes others along. */
export function ChoiceBox({ id, label }: { id: string; label: string }) {
  const checked = useIsChosen(id);
  return (
    <input type="checkbox" className={classes.box} data-choice={id} aria-label={label} checked={checked} readOnly />
  );
}
