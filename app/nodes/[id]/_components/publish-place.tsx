import { Alert, Loader, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowBarToRight, IconDatabaseExport } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { SharedWith } from '@/lib/workflows/preview';
import type { PublicationFacts } from './facts';

/** Longer lists are cut. */
const NAMED = 8;

/** Whom a change of a shared definition is for. */
export type Scope = 'all' | 'copy';

/** True where somebody has to say whom the change is for: others share the definition, and a copy can be made. */
export function asksForScope(shared: SharedWith | null): boolean {
  return shared?.copyable === true && shared.nodes.length > 0;
}

/** Where a publication goes beside our own text, whom it changes there, and what it puts around the node. */
export function PublishPlace({
  publication,
  shared,
  wraps,
  scope,
  onScope,
  copyState,
}: {
  publication: PublicationFacts | null;
  shared: SharedWith | null;
  /** Keyword of the block that the node is put into; null = none. */
  wraps: string | null;
  scope: Scope | null;
  onScope: (scope: Scope) => void;
  /** How far the lines with a copy are read. */
  copyState: 'idle' | 'reading' | 'failed';
}) {
  const t = useTranslations('node.publish.place');
  const others = shared ? [...shared.nodes, ...shared.workflows] : [];
  const named = { names: others.slice(0, NAMED).join(', '), more: others.length > NAMED ? 'yes' : 'no' };
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
      {wraps ? (
        <Alert
          color="gray"
          variant="default"
          icon={<IconArrowBarToRight aria-hidden />}
          title={t('wraps', { construct: wraps })}
        >
          <Text size="sm">{t('wrapsNote')}</Text>
        </Alert>
      ) : null}
      {shared && asksForScope(shared) ? (
        <Alert
          color="yellow"
          variant="default"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('shared', { name: shared.name })}
        >
          <Radio.Group
            value={scope}
            onChange={(value) => onScope(value === 'copy' ? 'copy' : 'all')}
            label={t('copyable', { nodes: shared.nodes.length, ...named })}
            required
          >
            <Stack gap={6} mt={6}>
              <Radio value="all" label={t('all')} />
              <Radio value="copy" label={t('copy')} />
            </Stack>
          </Radio.Group>
          {copyState === 'reading' ? (
            <Text size="sm" c="dimmed" role="status" mt={6}>
              <Loader size={12} mr={6} aria-hidden />
              {t('copying')}
            </Text>
          ) : null}
          {copyState === 'failed' ? (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
              {t('copyFailed')}
            </Text>
          ) : null}
        </Alert>
      ) : null}
      {shared && others.length > 0 && !asksForScope(shared) ? (
        <Alert
          color="yellow"
          variant="default"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('shared', { name: shared.name })}
        >
          <Text size="sm">
            {t('sharedWith', { nodes: shared.nodes.length, workflows: shared.workflows.length, ...named })}
          </Text>
        </Alert>
      ) : null}
    </>
  );
}
