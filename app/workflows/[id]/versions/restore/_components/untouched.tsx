import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';
import type { RestorePreview } from '@/lib/workflows/version-restore-queries';
import { Section } from '../../../_components/section';
import classes from '../../_components/versions.module.css';

const MAX_NAMES = 30;

/** What a restore leaves as it is: nodes that say the same, that are gone, that are new. */
export function Untouched({ preview: { same, gone, fresh } }: { preview: RestorePreview }) {
  const t = useTranslations('versions.restoring');
  if (same === 0 && gone.length === 0 && fresh.length === 0) return null;
  return (
    <Section title={t('untouched')}>
      {same > 0 ? <Text size="sm">{t('same', { count: same })}</Text> : null}
      {gone.length > 0 ? (
        <Names
          title={t('gone', { count: gone.length })}
          nodes={gone.map(({ id, name }) => ({ id, name, rowId: null }))}
        />
      ) : null}
      {fresh.length > 0 ? <Names title={t('fresh')} nodes={fresh} /> : null}
    </Section>
  );
}

function Names({
  title,
  nodes,
}: {
  title: string;
  nodes: readonly { readonly id: string; readonly name: string; readonly rowId: string | null }[];
}) {
  const t = useTranslations('versions.restoring');
  const more = nodes.length - MAX_NAMES;
  return (
    <div>
      <Text size="sm">{title}</Text>
      <ul className={classes.names}>
        {nodes.slice(0, MAX_NAMES).map(({ id, name, rowId }) => (
          <li key={id}>{rowId === null ? name : <TextLink href={`/nodes/${rowId}`}>{name}</TextLink>}</li>
        ))}
        {more > 0 ? <li>{t('andMore', { count: more })}</li> : null}
      </ul>
    </div>
  );
}
