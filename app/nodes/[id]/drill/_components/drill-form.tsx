'use client';

import { Button } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useRefusalWords } from '@/app/drills/_components/use-refusal-words';
import { startAction } from '@/app/drills/actions';
import { TextLink } from '@/components/ui/text-link';
import type { Who } from '@/lib/alerts/who';
import type { DrillTargetChoice } from '@/lib/drills/queries';
import type { Drill } from '@/lib/drills/vocabulary';
import type { ObservationKey } from '@/lib/judge/drill';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import type { NodePolicy } from '@/lib/policy/schema';
import { type Choices, firstChoices, planOf } from './choices';
import classes from './drill.module.css';
import { DrillChoice } from './drill-choice';
import { HowChoice } from './how-choice';
import { PlanPanel } from './plan-panel';
import { WhereChoice } from './where-choice';

export interface DrillFormProps {
  readonly node: {
    readonly rowId: string;
    readonly nodeId: string;
    readonly policy: NodePolicy;
    /** What people have added to the catalogue. */
    readonly catalogue?: CatalogueExtra;
    readonly workflowName: string;
  };
  readonly who: Who;
  /** Name of the group that is to be told; null = there is no owner. */
  readonly recipientName: string | null;
  readonly targets: readonly DrillTargetChoice[];
  readonly looksAt: Readonly<Record<Drill, readonly ObservationKey[]>>;
  readonly mayStart: boolean;
  readonly mayReallySend: boolean;
  readonly mayDeclare: boolean;
  readonly renderedAt: string;
}

interface Refused {
  readonly reason: string;
  readonly runId?: string;
}

/** The choices of a run and, beside them, the plan that they come to; the button starts exactly that. */
export function DrillForm(props: DrillFormProps) {
  const { node, mayStart } = props;
  const t = useTranslations('drills');
  const router = useRouter();
  const refusalWords = useRefusalWords();
  const [choices, setChoices] = useState<Choices>(() => firstChoices(node.policy, node.catalogue));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const change = (part: Partial<Choices>) => setChoices((before) => ({ ...before, ...part }));
  const planned = planOf(choices, node.policy, node.catalogue);

  const start = async () => {
    setBusy(true);
    setRefused(null);
    const { runner, targetId, testNode, channels, clock } = choices;
    const sandbox = runner === 'builtin';
    const result = await startAction({
      nodeRowId: node.rowId,
      drills: planned.plans.map(({ drill, fault }) => ({ drill, fault })),
      ...{ runner, channels, againOf: null },
      targetId: sandbox ? null : targetId,
      testNode: sandbox || testNode.trim() === '' ? null : testNode.trim(),
      clock: sandbox ? clock : 'real',
    }).catch(() => null);
    if (result?.ok) {
      router.push(`/drills/${result.value.runId}`);
      return;
    }
    setBusy(false);
    setRefused(result?.error ?? { reason: 'lost' });
  };

  const needsTarget = choices.runner !== 'builtin' && choices.targetId === null;
  return (
    <div className={classes.page}>
      <form
        className={classes.form}
        aria-label={t('plan.form')}
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <DrillChoice choices={choices} left={planned.left} onChange={change} />
        <WhereChoice {...props} choices={choices} onChange={change} />
        <HowChoice {...props} choices={choices} plans={planned.plans} onChange={change} />
        {mayStart ? (
          <div className={classes.start}>
            <Button type="submit" loading={busy} disabled={planned.plans.length === 0 || needsTarget}>
              {t('plan.start', { count: planned.plans.length })}
            </Button>
            {planned.plans.length === 0 ? <p className={classes.quiet}>{t('plan.choose')}</p> : null}
            {refused === null ? null : (
              <p role="alert" className={classes.refused}>
                {refusalWords(refused.reason)}{' '}
                {refused.runId === undefined ? null : (
                  <TextLink href={`/drills/${refused.runId}`}>{t('refusals.runningLink')}</TextLink>
                )}
              </p>
            )}
          </div>
        ) : null}
      </form>
      <PlanPanel {...props} choices={choices} plans={planned.plans} />
    </div>
  );
}
