import { useClickOutside, useDisclosure, useFocusTrap } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from 'react';
import classes from './dropdown.module.css';

/** What makes a button the one that opens and closes the panel. */
export interface DropdownTarget {
  readonly ref: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog';
  readonly 'aria-controls': string | undefined;
}

/**
 * A small panel below a button. It takes the focus and keeps it; Esc, a click elsewhere and `close`
 * put it away, and the focus goes back to the button. Positioned by the style sheet alone.
 */
export function Dropdown({
  label,
  target,
  children,
}: {
  label: string;
  target: (props: DropdownTarget) => ReactNode;
  children: (close: () => void) => ReactNode;
}) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const outside = useClickOutside<HTMLDivElement>(close);
  const leave = () => {
    close();
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return;
    event.stopPropagation();
    leave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc works from the button as well as from the panel
    <div ref={outside} className={classes.frame} onKeyDown={onKeyDown}>
      {target({
        ref: button,
        onClick: toggle,
        'aria-expanded': opened,
        'aria-haspopup': 'dialog',
        'aria-controls': opened ? id : undefined,
      })}
      {opened ? (
        <Panel id={id} label={label}>
          {children(leave)}
        </Panel>
      ) : null}
    </div>
  );
}

function Panel({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const trap = useFocusTrap(true);
  return (
    <div ref={trap} id={id} role="dialog" aria-label={label} className={classes.panel} tabIndex={-1}>
      {children}
    </div>
  );
}
