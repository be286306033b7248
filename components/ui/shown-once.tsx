'use client';

import { Alert, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './shown-once.module.css';

/** A secret that was just made, shown this once, to be copied: it comes into view wherever it was asked for. */
export function ShownOnce({
  title,
  body,
  value,
  copy,
  copied,
}: {
  title: string;
  body: string;
  value: string;
  copy: string;
  copied: string;
}) {
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is another notice
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, [value]);
  return (
    <Alert
      ref={notice}
      color="green"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={title}
      classNames={{ root: classes.root, title: classes.title }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{body}</Text>
        <Code className={classes.value}>{value}</Code>
        <CopyButton value={value}>
          {(clipboard) => (
            <Button size="compact-sm" variant="default" onClick={clipboard.copy}>
              {clipboard.copied ? copied : copy}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  );
}
