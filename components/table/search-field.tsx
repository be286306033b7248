'use client';

import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';

/** Short enough to feel at once, long enough to skip the middle of a word. */
const PAUSE_MS = 120;

/**
 * Search that follows the typing after a short pause. `value` is what the list was last searched
 * for: when it changes from elsewhere (Back, "clear filters") the field follows. Esc clears, and
 * leaves an empty field; Enter searches at once.
 */
export function SearchField({
  value,
  onSearch,
  label,
  placeholder,
  clearLabel,
  ref,
}: {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder: string;
  clearLabel: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const search = (next: string) => {
    const trimmed = next.trim();
    if (trimmed === asked.current) return;
    asked.current = trimmed;
    onSearch(trimmed);
  };
  const searchSoon = useDebouncedCallback(search, PAUSE_MS);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  const change = (next: string) => {
    setText(next);
    searchSoon(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') search(text);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (text === '') event.currentTarget.blur();
    else change('');
  };

  return (
    <TextInput
      ref={ref}
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      aria-label={label}
      aria-keyshortcuts="s"
      placeholder={placeholder}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={clearLabel} onClick={() => change('')}>
            <IconX size={14} stroke={2} aria-hidden />
          </ActionIcon>
        )
      }
    />
  );
}
