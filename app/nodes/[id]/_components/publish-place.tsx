import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseExport } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { SharedWith } from '@/lib/workflows/preview';
import type { PublicationFacts } from './facts';

/** Longer lists are cut. */
const NAMED = 8;

/** Where a publication goes beside our own text, and whom it changes there. */
export function PublishPlace({
  publication,
  shared,
}: {
  publication: PublicationFacts | null;
  shared: SharedWith | null;
}) {
  const t = useTranslations('node.publish.place');
  const others = shared ? [...shared.nodes, ...shared.workflows] : [];
  return (
    <>
      {publication ? (
        <Alert
          color="gray"
          variant="default"
          icon={<IconDatabaseExport aria-hidden />}
          title={t(publication.how, { source: publication.source })}
        >
          <Text size="sm">{publication.note ?? t(`${publication.how}Note`)}</Text>
        </Alert>
      ) : null}
      {shared && others.length > 0 ? (
        <Alert
          color="yellow"
          variant="default"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('shared', { name: shared.name })}
        >
          <Text size="sm">
            {t('sharedWith', {
              nodes: shared.nodes.length,
              workflows: shared.workflows.length,
              names: others.slice(0, NAMED).join(', '),
              more: others.length > NAMED ? 'yes' : 'no',
            })}
          </Text>
        </Alert>
      ) : null}
    </>
  );
}
