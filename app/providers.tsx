'use client';

import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { cssVariablesResolver, theme } from '@/components/ui/theme';

const Notifications = dynamic(() => import('@mantine/notifications').then((module) => module.Notifications), {
  ssr: false,
});

/**
 * What every page stands in. `nonce` belongs to the document: an answer that comes later (an action, another
 * page) brings one of its own, which this document's policy does not know.
 */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [styleNonce] = useState(() => {
    // For what locks scrolling behind a dialog. The server has no document, and one module for all requests.
    if (typeof document !== 'undefined') setNonce(nonce);
    return nonce;
  });
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={() => styleNonce}
    >
      <Notifications position="top-center" />
      {children}
    </MantineProvider>
  );
}
