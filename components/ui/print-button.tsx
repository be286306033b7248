'use client';

import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

/** Prints the page. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden />}
      onClick={() => window.print()}
    >
      {label}
    </Button>
  );
}
