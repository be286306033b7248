'use client';

import { MantineProvider } from '@mantine/core';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { cssVariablesResolver, theme } from '@/components/ui/theme';

const Notifications = dynamic(() => import('@mantine/notifications').then((module) => module.Notifications), {
  ssr: false,
});

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariablesResolver}>
      <Notifications position="top-center" />
      {children}
    </MantineProvider>
  );
}
