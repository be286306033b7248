'use client';

import { Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DiagnosticsList } from '@/components/policy/diagnostics-list';
import { TextLink } from '@/components/ui/text-link';
import type { NodeRowId } from '@/lib/model/ids';
import type { RestoreProblem } from '@/lib/workflows/versions-commands';
import classes from './restore.module.css';

/** One node that restoring would change; `body` says how, in words and lines. */
export interface RestorableNode {
  readonly rowId: NodeRowId;
  readonly id: string;
  readonly name: string;
  readonly problem: RestoreProblem | null;
  readonly body: ReactNode;
}

/** One node: whether it is restored, what that changes, and what stands in the way. */
export function RestoreItem({
  node: { rowId, id, name, body, problem: standing },
  version,
  problem,
  meanwhile,
  chosen,
  onChoose,
}: {
  node: RestorableNode;
  version: number;
  problem: RestoreProblem | null;
  /** Somebody published this very node since the page was made. */
  meanwhile: boolean;
  chosen: boolean;
  onChoose: (on: boolean) => void;
}) {
  const t = useTranslations('versions.restoring');
  return (
    <li className={classes.node} data-chosen={chosen || undefined}>
      <div className={classes.head}>
        <Checkbox
          checked={chosen}
          disabled={standing !== null}
          aria-label={t('include', { node: name })}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <h3 className={classes.name}>
          <TextLink href={`/nodes/${rowId}`}>{name}</TextLink>
          {name === id ? null : <code>{id}</code>}
        </h3>
        {standing ? (
          <span className={classes.blocked}>
            <IconCircleX size={14} stroke={2} aria-hidden />
            {t('blocked')}
          </span>
        ) : null}
        {meanwhile ? (
          <span className={classes.meanwhile}>
            <IconAlertTriangle size={14} stroke={2} aria-hidden />
            {t('meanwhile')}
          </span>
        ) : null}
      </div>
      {problem ? <Problem problem={problem} rowId={rowId} version={version} /> : null}
      {body}
    </li>
  );
}

function Problem({ problem, rowId, version }: { problem: RestoreProblem; rowId: string; version: number }) {
  const t = useTranslations('versions.restoring');
  const common = useTranslations('common.actions');
  const errors = 'diagnostics' in problem ? problem.diagnostics.filter(({ severity }) => severity === 'error') : [];
  const noGroup = errors.some(({ code }) => code === 'owner_unknown');
  return (
    <div className={classes.problem}>
      <p>{t(`problem.${problem.reason}`, { version })}</p>
      {errors.length > 0 ? <DiagnosticsList label={common('problems')} diagnostics={errors} /> : null}
      <p className={classes.ways}>
        <Link href={`/nodes/${rowId}`}>{t('toNode')}</Link>
        {noGroup ? <Link href="/groups/new">{t('toGroups')}</Link> : null}
      </p>
    </div>
  );
}
