'use client';

import { Alert, Button, Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState, useTransition } from 'react';
import { useProblemWords } from '@/components/reach/health-line';
import { type PlainColumn, PlainTable } from '@/components/table/plain-table';
import { Below } from '@/components/ui/marks';
import { notify } from '@/components/ui/notify';
import { RelativeTime } from '@/components/ui/relative-time';
import type { GroupDelivery } from '@/lib/alerts/group-delivery-queries';
import { messageOf } from '@/lib/i18n/message';
import { resendAction } from '../actions';

/** The last messages to a group, with what became of them; what failed can be sent again. */
export function DeliveriesSection({
  deliveries,
  mayEdit,
  now,
}: {
  deliveries: readonly GroupDelivery[];
  mayEdit: boolean;
  now: Date;
}) {
  const t = useTranslations('channels.deliveries');
  const refusals = useTranslations('common.refusals');
  const [pending, startTransition] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const whatOf = useWhat();

  const resend = (deliveryId: string) =>
    startTransition(async () => {
      const result = await resendAction({ deliveryId }).catch(() => null);
      setRefusal(null);
      if (result?.ok) return void notify({ color: 'green', message: t('resent') });
      const reason = result?.error.reason ?? 'unexpected';
      setRefusal(messageOf(t, reason) ?? messageOf(refusals, reason) ?? refusals('unexpected'));
    });

  const againFor = (row: GroupDelivery) => (
    <Button
      mt={4}
      size="compact-sm"
      variant="default"
      disabled={pending}
      aria-label={t('sendLabel', { what: whatOf(row) })}
      onClick={() => resend(row.id)}
    >
      {t('send')}
    </Button>
  );
  const columns: PlainColumn<GroupDelivery>[] = [
    { key: 'what', label: t('what'), heading: true, cell: (row) => <What row={row} /> },
    { key: 'channel', label: t('channel'), cell: (row) => row.channelName },
    {
      key: 'state',
      label: t('state'),
      cell: (row) => <State row={row}>{mayEdit && isFailed(row) ? againFor(row) : null}</State>,
    },
    { key: 'tries', label: t('tries'), align: 'end', cell: (row) => row.attempts },
    { key: 'when', label: t('when'), cell: (row) => <RelativeTime date={row.createdAt} now={now} /> },
  ];
  return (
    <section aria-labelledby="deliveries-title">
      <Title order={2} size="h5" id="deliveries-title">
        {t('title')}
      </Title>
      {deliveries.length === 0 ? (
        <Text size="sm">{t('none')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('hint')}
          </Text>
          {refusal ? (
            <Alert color="red" role="alert" mb="sm">
              {refusal}
            </Alert>
          ) : null}
          <PlainTable label={t('list')} columns={columns} rows={deliveries} rowKey={({ id }) => id} />
        </>
      )}
    </section>
  );
}

/** What did not arrive, or perhaps not: it can be sent again. */
function isFailed({ state }: GroupDelivery): boolean {
  return state === 'dead' || state === 'unknown';
}

function useWhat(): (row: GroupDelivery) => string {
  const t = useTranslations('channels.deliveries');
  return ({ about, requestedBy }) => {
    if (about === null) return requestedBy === null ? t('test') : t('testBy', { by: requestedBy });
    return t('failure', { node: about.nodeName ?? about.nodeId, code: about.errorCode ?? t('noCode') });
  };
}

function What({ row }: { row: GroupDelivery }) {
  const t = useTranslations('channels.deliveries');
  const whatOf = useWhat();
  const { count, isFallback, possibleDuplicate, kind } = row;
  const more = [
    ...(kind === 'test' ? [] : [t('count', { count })]),
    ...(isFallback ? [t('isFallback')] : []),
    ...(possibleDuplicate ? [t('duplicate')] : []),
  ];
  return (
    <>
      {whatOf(row)}
      {more.length > 0 ? <Below>{more.join(' · ')}</Below> : null}
    </>
  );
}

function State({ row, children }: { row: GroupDelivery; children: ReactNode }) {
  const t = useTranslations('channels.deliveries');
  const problemWords = useProblemWords();
  const { state, problem, answer, confirmedAt } = row;
  const said = [answer?.status, answer?.text].filter((each) => each !== null && each !== undefined && each !== '');
  return (
    <>
      {messageOf(t, `states.${state}`) ?? state}
      {confirmedAt ? <Below>{t('confirmed')}</Below> : null}
      {problem !== null && state !== 'sent' ? <Below>{problemWords(problem)}</Below> : null}
      {state !== 'sent' && said.length > 0 ? <Below>{said.join(' · ')}</Below> : null}
      {children}
    </>
  );
}
