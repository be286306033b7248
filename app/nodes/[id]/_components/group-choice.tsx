import { GroupMark } from '@/components/reach/group-mark';
import type { GroupOption } from './facts';
import classes from './who.module.css';

/** A group as an option: its name, and whether anybody would be reached. */
export function GroupChoice({
  option,
  groups,
}: {
  option: { readonly value: string; readonly label: string };
  groups: readonly GroupOption[];
}) {
  const group = groups.find(({ slug }) => slug === option.value);
  return (
    <span className={classes.choice}>
      <span>{option.label}</span> {group ? <GroupMark health={group.health} /> : null}
    </span>
  );
}
