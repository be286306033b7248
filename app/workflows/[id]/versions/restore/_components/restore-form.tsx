'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState, useTransition } from 'react';
import type { EdgeRefusal } from '@/app/_server/action';
import type { NodeRowId, WorkflowId } from '@/lib/model/ids';
import type { RestoreRefusal } from '@/lib/workflows/versions-commands';
import { restoreAction } from '../actions';
import classes from './restore.module.css';
import { type RestorableNode, RestoreItem } from './restore-item';
import { RestoreRefused } from './restore-refused';

export interface RestoreFormProps {
  readonly workflowId: WorkflowId;
  /** Whose policies come back, and the version that the preview was worked out from. */
  readonly version: number;
  readonly seenVersion: number;
  readonly nodes: readonly RestorableNode[];
  readonly backHref: string;
  /** The name that is kept for whoever works on this machine. */
  readonly localActor: string;
  /** What stands between the nodes and the button. */
  readonly children: ReactNode;
}

/** The choice of nodes, a note, and the button; a refusal names each node in the way and keeps every entry. */
export function RestoreForm(props: RestoreFormProps) {
  const { workflowId, version, seenVersion, nodes, backHref, localActor, children } = props;
  const t = useTranslations('versions.restoring');
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [left, setLeft] = useState<ReadonlySet<NodeRowId>>(new Set());
  const [note, setNote] = useState(t('noteDefault', { version }));
  const [restored, setRestored] = useState(false);
  const [refusal, setRefusal] = useState<RestoreRefusal | EdgeRefusal | null>(null);
  const refused = new Map(
    refusal?.reason === 'refused' ? refusal.nodes.map(({ nodeRowId, problem }) => [nodeRowId, problem] as const) : [],
  );
  const meanwhile = new Set(refusal?.reason === 'published_meanwhile' ? refusal.nodes : []);
  const chosen = nodes.filter(({ rowId, problem }) => problem === null && !left.has(rowId));

  function choose(rowId: NodeRowId, on: boolean) {
    const next = new Set(left);
    if (on) next.delete(rowId);
    else next.add(rowId);
    setLeft(next);
  }

  function leaveOut() {
    setLeft(new Set([...left, ...refused.keys()]));
    setRefusal(null);
  }

  function restore() {
    startTransition(async () => {
      const nodeRowIds = chosen.map(({ rowId }) => rowId);
      const result = await restoreAction({ workflowId, version, seenVersion, nodeRowIds, note }).catch(() => null);
      if (!result?.ok) return setRefusal(result?.error ?? { reason: 'unexpected' });
      setRestored(true);
      router.push(`/workflows/${workflowId}/versions?done=${result.value.workflowVersion}`);
    });
  }

  function refresh() {
    startTransition(() => {
      router.refresh();
      setRefusal(null);
    });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        restore();
      }}
    >
      <Stack gap="md">
        <ul className={classes.nodes}>
          {nodes.map((node) => (
            <RestoreItem
              key={node.rowId}
              node={node}
              version={version}
              problem={node.problem ?? (left.has(node.rowId) ? null : (refused.get(node.rowId) ?? null))}
              meanwhile={meanwhile.has(node.id)}
              chosen={node.problem === null && !left.has(node.rowId)}
              onChoose={(on) => choose(node.rowId, on)}
            />
          ))}
        </ul>
        {children}
        <div className={classes.foot}>
          {refusal ? (
            <RestoreRefused
              refusal={refusal}
              version={version}
              localActor={localActor}
              busy={pending}
              onRefresh={refresh}
              onLeaveOut={leaveOut}
            />
          ) : null}
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t('note')}
              description={t('noteHint')}
              value={note}
              maxLength={500}
              autoComplete="off"
              onChange={(event) => setNote(event.currentTarget.value)}
              className={classes.noteField}
            />
            <Group gap="xs">
              <Button variant="default" onClick={() => router.push(backHref)}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={pending || restored} disabled={chosen.length === 0}>
                {t('submit', { count: chosen.length })}
              </Button>
            </Group>
          </Group>
          {chosen.length === 0 ? (
            <p className={classes.hint}>{t(nodes.every(({ problem }) => problem) ? 'allBlocked' : 'chooseOne')}</p>
          ) : null}
        </div>
      </Stack>
    </form>
  );
}
