'use client';

import { Anchor, Badge, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { newEntryHref } from '@/app/catalogue/href';
import { codeHref } from '@/app/unclassified/search-params';
import { ClassBadge } from '@/components/policy/class-badge';
import { TextLink } from '@/components/ui/text-link';
import { type CatalogueExtra, catalogueSays } from '@/lib/policy/catalogue';
import { classifyWritten, decideCode, ruleFor, valueAt } from '@/lib/policy/edit';
import { FAILURE_CLASSES } from '@/lib/policy/vocabulary';
import { isJsonObject, type JsonObject } from '@/lib/shared/json';
import classes from './classification.module.css';
import { useEditor } from './editor-context';
import type { CodeFact } from './facts';
import { fieldAt } from './field-focus';

type Choice = 'transient' | 'terminal' | 'undecided';

/** One code: what is known of it, and the decision. */
export function CodeRow({ code, fact }: { code: string | null; fact: CodeFact | null }) {
  const t = useTranslations('node.classification');
  const common = useTranslations('common.values');
  const {
    editor,
    messageAt,
    node: { catalogue, mayExtend },
  } = useEditor();
  const rule = ruleFor(editor.document, code);
  const verdict = classifyWritten(editor.document, code, catalogue);
  const choice: Choice = rule?.class === 'transient' || rule?.class === 'terminal' ? rule.class : 'undecided';
  const label = code ?? common('noCode');
  const error =
    rule &&
    (messageAt(['classification', rule.index]) ??
      messageAt(['classification', rule.index, 'code']) ??
      messageAt(['classification', rule.index, 'class']));
  return (
    <li className={classes.row} {...(rule && fieldAt(['classification', rule.index]))}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Group gap={8}>
            <span className={classes.code}>{label}</span>
            <ClassBadge failureClass={verdict.class} unclassified={verdict.unknown} />
            {verdict.unknown ? <TextLink href={codeHref({ code })}>{t('everywhere')}</TextLink> : null}
            {rule?.action ? (
              <Text span size="xs" c="dimmed">
                {t('onlyAction', { action: rule.action })}
              </Text>
            ) : null}
          </Group>
          <Text size="sm" c="dimmed">
            <Suggestion code={code} because={verdict.because} extra={catalogue} />
          </Text>
          {code !== null && verdict.unknown && mayExtend ? (
            <Text size="sm">
              <TextLink href={newEntryHref({ code })}>{t('forAllNodes')}</TextLink>
            </Text>
          ) : null}
          {fact ? <Evidence fact={fact} /> : <Text size="sm">{t('notSeen')}</Text>}
        </div>
        {code === null ? (
          <Badge variant="default" size="lg" tt="none" fw={500}>
            {t('nullFixed')}
          </Badge>
        ) : (
          <SegmentedControl
            aria-label={t('decisionFor', { code: label })}
            size="xs"
            classNames={{ label: classes.choice }}
            value={choice}
            onChange={(value) => {
              const decided = FAILURE_CLASSES.find((each) => each === value) ?? null;
              editor.edit(decideCode(editor.document, code, decided, catalogue));
            }}
            data={[
              { value: 'transient', label: t('retryIt') },
              { value: 'terminal', label: t('toPerson') },
              {
                value: 'undecided',
                label: classifyWithoutRule(editor.document, code, catalogue).unknown ? t('undecided') : t('byDefault'),
              },
            ]}
          />
        )}
      </Group>
      {choice === 'transient' && !isRetried(editor.document) ? (
        <Text size="sm" mt={6}>
          {t('retryUndecided')} <Anchor href="#retry">{t('toRetry')}</Anchor>
        </Text>
      ) : null}
      {rule ? (
        <TextInput
          mt={8}
          size="xs"
          label={t('reason')}
          placeholder={t(`reasonExample.${rule.class === 'transient' ? 'transient' : 'terminal'}`)}
          value={rule.reason}
          error={error}
          onChange={(event) =>
            editor.set(['classification', rule.index, 'reason'], event.currentTarget.value || undefined)
          }
        />
      ) : null}
    </li>
  );
}

/** True where another try is decided, however it is written. */
function isRetried(document: JsonObject): boolean {
  const retry = valueAt(document, ['retry']);
  return isJsonObject(retry) && retry.maxAttempts !== 1;
}

/** What would hold without a decision of one's own: the retry list, a pattern or the catalogue; else nobody's. */
function classifyWithoutRule(document: JsonObject, code: string, extra: CatalogueExtra) {
  return classifyWritten(decideCode(document, code, null, extra), code, extra);
}

/** Why the code is of its class now, or what the catalogue would say. */
function Suggestion({ code, because, extra }: { code: string | null; because: string; extra: CatalogueExtra }) {
  const t = useTranslations('node.classification');
  const terms = useTranslations('terms.classShort');
  if (code === null) return t('becauseNull');
  const said = catalogueSays(code, extra);
  const key = said?.added ? 'suggestionAdded' : 'suggestion';
  const suggestion = said
    ? t(key, { class: terms(said.class), token: said.token, source: said.source })
    : t('noSuggestion');
  const reason = reasonOf(because);
  if (reason === null) return suggestion;
  const first = t(reason.key, { pattern: reason.pattern });
  return said || reason.key === 'becauseNotListed' ? t('join', { first, second: suggestion }) : first;
}

/** What of the document decides; null where the catalogue does, or nobody. */
function reasonOf(because: string) {
  const pattern = because.slice(because.indexOf(':') + 1);
  if (because.startsWith('rule:')) return { key: 'becauseRule', pattern } as const;
  if (because.startsWith('retryOn:')) return { key: 'becauseRetryOn', pattern } as const;
  return because === 'not in retryOn' ? ({ key: 'becauseNotListed', pattern } as const) : null;
}

function Evidence({ fact }: { fact: CodeFact }) {
  const t = useTranslations('node.classification');
  const format = useFormatter();
  const { node } = useEditor();
  const seen = format.relativeTime(new Date(fact.lastSeen), new Date(node.renderedAt));
  const { retried, recovered } = fact;
  const after = retried > 0 ? t('afterRetry', { retried, recovered }) : t('neverRetried');
  return (
    <>
      <Text
        size="sm"
        className="tabular"
        title={format.dateTime(new Date(fact.lastSeen), { dateStyle: 'medium', timeStyle: 'medium' })}
      >
        {t('join', { first: t('evidence', { failures: fact.failures, seen }), second: after })}
      </Text>
      {fact.example === null ? null : <Example text={fact.example} />}
    </>
  );
}

const SHORT_EXAMPLE = 90;

/** A message from outside, as text; a long one is folded. */
function Example({ text }: { text: string }) {
  const t = useTranslations('node.classification');
  if (text.length < SHORT_EXAMPLE && !text.includes('\n'))
    return (
      <div className={classes.exampleLine} title={text}>
        {text}
      </div>
    );
  return (
    <details className={classes.details}>
      <summary>{t('example')}</summary>
      <pre className={classes.example}>{text}</pre>
    </details>
  );
}
