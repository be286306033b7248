import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ChannelLines } from '@/components/reach/channel-lines';
import { Caution } from '@/components/ui/marks';
import { TextLink } from '@/components/ui/text-link';
import { type Who, whoWouldBeTold } from '@/lib/alerts/who';
import { useEditor } from './editor-context';
import classes from './who.module.css';

/** Who would be told if this node handed over, by what is typed now; or that nobody would, and what to do. */
export function WhoPanel() {
  const t = useTranslations('reach.who');
  const { editor, node, groups } = useEditor();
  const who = whoWouldBeTold(editor.document, node.workflowOwner, groups);
  return (
    <section className={classes.who} aria-label={t('title')}>
      <Text size="sm" fw={600}>
        {t('title')}
      </Text>
      <div role="status">{who.told ? <Told who={who} /> : <Nobody who={who} />}</div>
    </section>
  );
}

function Told({ who }: { who: Extract<Who, { told: true }> }) {
  const t = useTranslations('reach.who');
  const { node } = useEditor();
  const { group, recipient, channels, fallbacks } = who;
  const now = new Date(node.renderedAt);
  const mends = group.health === 'failing' || group.health === 'partly';
  return (
    <>
      <Text size="sm">
        {t('told', { group: group.name, reason: t(`reason.${recipient.from}`, { workflow: node.workflowName }) })}{' '}
        {t('through')}
      </Text>
      <ChannelLines channels={channels} now={now} />
      {fallbacks.length > 0 ? (
        <>
          <Text size="sm">{t('standIn')}</Text>
          <ChannelLines channels={fallbacks} now={now} />
        </>
      ) : null}
      {group.health === 'failing' ? (
        <Text size="sm">
          <Caution>{t('allBroken')}</Caution>
        </Text>
      ) : null}
      {mends ? (
        <Text size="sm">
          <TextLink href={`/groups/${group.id}#channels`}>{t('mend', { group: group.name })}</TextLink>
        </Text>
      ) : null}
    </>
  );
}

function Nobody({ who }: { who: Extract<Who, { told: false }> }) {
  const t = useTranslations('reach.who');
  const { node } = useEditor();
  const workflow = node.workflowName;
  return (
    <>
      <Text size="sm" component="div">
        <Caution>{t('nobody')}</Caution>
      </Text>
      {who.because === 'no_owner' ? <Text size="sm">{t('no_owner')}</Text> : null}
      {who.because === 'group_missing' ? (
        <Text size="sm">
          {t('group_missing', { slug: who.recipient.slug, reason: t(`group_missingReason.${who.recipient.from}`) })}{' '}
          <TextLink href="/groups/new">{t('make')}</TextLink>
        </Text>
      ) : null}
      {who.because === 'no_channel' ? (
        <Text size="sm">
          {t('no_channel', { group: who.group.name, reason: t(`reason.${who.recipient.from}`, { workflow }) })}{' '}
          <TextLink href={`/groups/${who.group.id}#channels`}>{t('add', { group: who.group.name })}</TextLink>
        </Text>
      ) : null}
    </>
  );
}
