import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useRunWords } from '@/app/drills/_components/use-run-words';
import { TextLink } from '@/components/ui/text-link';
import type { DrillTargetChoice } from '@/lib/drills/queries';
import { RUNNERS, type Runner } from '@/lib/drills/vocabulary';
import { type Choices, targetsFor } from './choices';
import classes from './drill.module.css';

/** The sandbox, or a declared target that is asked, or where a person lets it fail. */
export function WhereChoice({
  choices,
  targets,
  node,
  mayDeclare,
  onChange,
}: {
  choices: Choices;
  targets: readonly DrillTargetChoice[];
  node: { readonly nodeId: string };
  mayDeclare: boolean;
  onChange: (part: Partial<Choices>) => void;
}) {
  const t = useTranslations('drills.plan');
  const { runner } = choices;
  const choose = (next: Runner) => onChange({ runner: next, targetId: targetsFor(next, targets)[0]?.id ?? null });
  return (
    <fieldset className={classes.part}>
      <legend>{t('whereTitle')}</legend>
      <div className={classes.options}>
        {RUNNERS.map((each) => (
          <div key={each}>
            <Radio
              name="runner"
              value={each}
              checked={runner === each}
              label={t(each)}
              description={t(`${each}Hint`)}
              onChange={() => choose(each)}
            />
            {runner === each && each !== 'builtin' ? (
              <div className={classes.inner}>
                <Target
                  targets={targetsFor(each, targets)}
                  choices={choices}
                  mayDeclare={mayDeclare}
                  onChange={onChange}
                />
                <TextInput
                  size="xs"
                  label={t('testNode')}
                  description={t('testNodeHint', { node: node.nodeId })}
                  value={choices.testNode}
                  maxLength={200}
                  onChange={(event) => onChange({ testNode: event.currentTarget.value })}
                />
              </div>
            ) : null}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function Target({
  targets,
  choices,
  mayDeclare,
  onChange,
}: {
  targets: readonly DrillTargetChoice[];
  choices: Choices;
  mayDeclare: boolean;
  onChange: (part: Partial<Choices>) => void;
}) {
  const t = useTranslations('drills.plan');
  const { environmentWords } = useRunWords();
  if (targets.length === 0)
    return (
      <p className={classes.quiet}>
        {t('noTargets')} {mayDeclare ? <TextLink href="/drills/targets">{t('declare')}</TextLink> : null}
      </p>
    );
  return (
    <NativeSelect
      size="xs"
      label={t('target')}
      value={choices.targetId ?? ''}
      data={targets.map(({ id, name, environment }) => ({
        value: id,
        label: t('targetOption', { name, environment: environmentWords(environment) }),
      }))}
      onChange={(event) => onChange({ targetId: event.currentTarget.value })}
    />
  );
}
