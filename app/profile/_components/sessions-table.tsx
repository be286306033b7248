'use client';

import { Alert, Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Dim } from '@/components/ui/marks';
import { RelativeTime } from '@/components/ui/relative-time';
import { messageOf } from '@/lib/i18n/message';
import type { SessionRow } from '@/lib/people/queries';
import { endSessionAction } from '../actions';

/** Where somebody is signed in; any but this one can be ended from here. */
export function SessionsTable({
  sessions,
  current,
  now,
}: {
  sessions: readonly SessionRow[];
  current: string;
  now: Date;
}) {
  const t = useTranslations('people');
  const common = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const end = (id: string) =>
    startTransition(async () => {
      const result = await endSessionAction({ id }).catch(() => null);
      setRefusal(result?.ok ? null : (result?.error.reason ?? 'unexpected'));
    });
  const columns: PlainColumn<SessionRow>[] = [
    {
      key: 'browser',
      label: t('profile.browser'),
      heading: true,
      cell: ({ userAgent }) => browserOf(userAgent) ?? t('profile.unknownBrowser'),
    },
    { key: 'ip', label: t('profile.address'), cell: ({ ipAddress }) => ipAddress || <Dim>{t('profile.unknown')}</Dim> },
    { key: 'since', label: t('profile.since'), cell: ({ createdAt }) => <RelativeTime date={createdAt} now={now} /> },
    {
      key: 'end',
      label: t('profile.state'),
      cell: ({ id }) =>
        id === current ? (
          <Dim>{t('profile.thisOne')}</Dim>
        ) : (
          <Button size="compact-sm" variant="default" disabled={pending} onClick={() => end(id)}>
            {t('profile.end')}
          </Button>
        ),
    },
  ];
  return (
    <>
      {refusal ? (
        <Alert color="red" role="alert">
          {messageOf(common, refusal) ?? common('unexpected')}
        </Alert>
      ) : null}
      <PlainTable label={t('profile.sessions')} columns={columns} rows={sessions} rowKey={({ id }) => id} />
    </>
  );
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** A browser by the names that people know; null when it says neither. */
function browserOf(userAgent: string | null): string | null {
  const named = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  return [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== undefined).join(', ') || null;
}
