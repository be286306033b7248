import { useTranslations } from 'next-intl';
import type { ChannelReach } from '@/lib/owners/channel-health';
import { HealthLine } from './health-line';
import classes from './reach.module.css';

/** Channels one below the other, each with how it is. */
export function ChannelLines({ channels, now }: { channels: readonly ChannelReach[]; now: Date }) {
  const t = useTranslations('reach.kinds');
  return (
    <ul className={classes.list}>
      {channels.map(({ id, kind, name, health }) => (
        <li key={id}>
          {name === t(kind) ? name : `${name} (${t(kind)})`} <HealthLine health={health} now={now} />
        </li>
      ))}
    </ul>
  );
}
