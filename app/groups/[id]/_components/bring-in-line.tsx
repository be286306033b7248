'use client';

import { Button } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useTransition } from 'react';
import { notify } from '@/components/ui/notify';
import { messageOf } from '@/lib/i18n/message';
import type { StandardPart } from '@/lib/policy/vocabulary';
import { bringInLineAction } from '../standard/actions';

/** Opens a change of the nodes that deviate, to be looked at before anything is changed. */
export function BringInLine({
  groupId,
  part,
  label,
  children,
}: {
  groupId: string;
  part: StandardPart | null;
  label: string;
  children: ReactNode;
}) {
  const t = useTranslations('standards.act.refused');
  const refusals = useTranslations('common.refusals');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const open = () =>
    startTransition(async () => {
      const result = await bringInLineAction({ groupId, part }).catch(() => null);
      if (result?.ok) return router.push(`/bulk/${result.value.id}`);
      const reason = result?.error.reason ?? 'unavailable';
      void notify({
        color: 'red',
        message: messageOf(t, reason) ?? messageOf(refusals, reason) ?? refusals('unexpected'),
      });
    });
  return (
    <Button variant="default" size="xs" loading={pending} aria-label={label} onClick={open} data-only-screen>
      {children}
    </Button>
  );
}
