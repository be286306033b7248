import { Alert, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { NodeRow } from '@/lib/insight/node-row';
import type { WorkflowDetail } from '@/lib/workflows/queries';
import classes from './workflow.module.css';

const SUGGESTED = 3;

/** Says that the import is done, and which nodes hurt most and still lack something. */
import { TextLink } from '@/components/ui/text-link';
export function ImportedNotice({
  kind,
  workflow,
  nodes,
}: {
  kind: 'new' | 'replaces';
  workflow: WorkflowDetail;
  nodes: readonly NodeRow[];
}) {
  const t = useTranslations('workflows.detail');
  const lacking = nodes.filter((node) => node.coverage.state === 'incomplete');
  const toDrill = nodes.some(({ coverage: { state, idle } }) => !idle && (state === 'configured' || state === 'stale'));
  const proved = toDrill ? 'next.drill' : 'next.complete';
  const first = [...lacking].sort((a, b) => b.failures - a.failures).slice(0, SUGGESTED);
  return (
    <Alert
      color="green"
      role="status"
      icon={<IconCircleCheck aria-hidden />}
      title={t(`imported.${kind}`, { name: workflow.name, version: workflow.version })}
      classNames={{ root: classes.success, title: classes.goodTitle }}
    >
      <Text size="sm" fw={600}>
        {t('next.title')}
      </Text>
      <Text size="sm">{lacking.length > 0 ? t('next.lacking', { count: lacking.length }) : t(proved)}</Text>
      {first.length > 0 ? (
        <ul className={classes.suggestions}>
          {first.map(({ id, name }) => (
            <li key={id}>
              <TextLink href={`/nodes/${id}`}>{name}</TextLink>
            </li>
          ))}
        </ul>
      ) : null}
      <Text size="sm">
        <TextLink href={`/nodes?workflow=${workflow.id}`}>{t('next.allNodes')}</TextLink>
      </Text>
    </Alert>
  );
}
