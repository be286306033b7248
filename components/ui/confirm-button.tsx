'use client';

import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface ConfirmButtonProps {
  readonly children: ReactNode;
  /** The question, which names what would be gone. */
  readonly question: string;
  readonly confirm: string;
  readonly keep: string;
  readonly busy?: boolean;
  /** Name of the button where its content is only an icon. */
  readonly label?: string;
  /** Its name where the content does not say enough among others. */
  readonly name?: string;
  readonly size?: 'xs' | 'sm';
  readonly onConfirm: () => void;
}

/** A button for what cannot be undone: asks in its own place, with the focus on the harmless answer. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { children, question, confirm, keep, busy, label, name = label, size = 'sm', onConfirm } = props;
  const [asking, setAsking] = useState(false);
  const harmless = useRef<HTMLButtonElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking) harmless.current?.focus();
    else if (asked.current) button.current?.focus();
    asked.current = asking;
  }, [asking]);
  if (!asking)
    return (
      <Button
        ref={button}
        variant="default"
        size={size}
        aria-label={name}
        title={label}
        px={label ? 9 : undefined}
        onClick={() => setAsking(true)}
      >
        {children}
      </Button>
    );
  return (
    <Group
      gap="xs"
      role="group"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAsking(false);
      }}
    >
      <Text size="sm">{question}</Text>
      <Button color="red.9" size={size} loading={busy} onClick={onConfirm}>
        {confirm}
      </Button>
      <Button ref={harmless} size={size} variant="default" onClick={() => setAsking(false)}>
        {keep}
      </Button>
    </Group>
  );
}
