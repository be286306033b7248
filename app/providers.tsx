'use client';

import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { setNonce } from 'get-nonce';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { cssVariablesResolver, theme } from '@/components/ui/theme';

const Notifications = dynamic(() => import('@mantine/notifications').then((module) => module.Notifications), {
  ssr: false,
});

/**
 * What every page stands in. `nonce` belongs to the document: an answer that comes later (an action, another
 * page) brings one of its own, which this document's policy does not know.
 */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const close = useTranslations('common.actions')('close');
  const spoken = useMemo(() => mergeThemeOverrides(theme, closing(close)), [close]);
  const [styleNonce] = useState(() => {
    // For what locks scrolling behind a dialog. The server has no document, and one module for all requests.
    if (typeof document !== 'undefined') setNonce(nonce);
    return nonce;
  });
  return (
    <MantineProvider
      theme={spoken}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={() => styleNonce}
    >
      <Notifications position="top-center" />
      {children}
    </MantineProvider>
  );
}

/** The button that puts a passing message away has only a shape: its name for those who cannot see it. */
function closing(label: string) {
  return { components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': label } } } } };
}
