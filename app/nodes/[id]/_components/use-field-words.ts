'use client';

import { useTranslations } from 'next-intl';
import { messageOf } from '@/lib/i18n/message';
import { type Path, valueAt } from '@/lib/policy/edit';
import { isJsonObject, type Json, type JsonObject } from '@/lib/shared/json';
import type { GroupOption } from './facts';

/** Keys below `node` that name a field of its own. */
const LABELS: Readonly<Record<string, string>> = {
  owner: 'owner.label',
  classification: 'classification.title',
  actions: 'actions.title',
  retry: 'retry.title',
  'retry.maxAttempts': 'retry.maxAttempts',
  'retry.backoff': 'retry.backoff',
  'retry.initialInterval': 'retry.initialInterval',
  'retry.maxInterval': 'retry.maxInterval',
  'retry.retryOn': 'retry.retryOn',
  'retry.multiplier': 'retry.multiplier',
  'retry.jitter': 'retry.jitter',
  'retry.maxElapsed': 'retry.maxElapsed',
  'retry.waiver': 'gate.waivedTitle',
  onExhausted: 'handOff.title',
  'onExhausted.action': 'handOff.title',
  'onExhausted.notify': 'handOff.notify',
  'onExhausted.record': 'handOff.record',
  alert: 'alert.title',
  'alert.silence': 'alert.silence',
  'alert.thresholds': 'alert.thresholds',
};

/** Fields of an outbound action, below `node.actions`. */
const ACTION_LABELS: Readonly<Record<string, string>> = {
  kind: 'kind',
  target: 'target',
  idempotent: 'idempotent',
  repeatable: 'repeatable',
  safeguard: 'safeguard',
  'safeguard.kind': 'safeguard',
  'safeguard.enforcedBy': 'enforcedBy',
};

const GROUP_FIELDS = ['owner', 'onExhausted.notify'];

/** Fields whose values have words below `terms`. */
const TERMS: readonly (readonly [RegExp, string])[] = [
  [/^classification\.\d+\.class$/, 'classShort'],
  [/^retry\.backoff$/, 'backoff'],
  [/^retry\.jitter$/, 'jitter'],
  [/^actions\.\d+\.kind$/, 'kind'],
  [/^actions\.\d+\.safeguard\.kind$/, 'safeguardKind'],
  [/^actions\.\d+\.safeguard\.enforcedBy$/, 'enforcedBy'],
];

/** Fields and their values in the words that the form uses; what has none stays as it is written. */
export function useFieldWords(documents: readonly JsonObject[], groups: readonly GroupOption[]) {
  const t = useTranslations('node');
  const terms = useTranslations('terms');
  const say = (key: string | undefined) => (key === undefined ? null : messageOf(t, key));

  const textAt = (path: Path) => {
    const found = documents.map((each) => valueAt(each, path)).find((each) => typeof each === 'string');
    return typeof found === 'string' ? found : '';
  };

  /** A rule, an action or a threshold by its name, and its field; null for everything else. */
  const labelOfItem = ([list, index, ...rest]: Path): string | null => {
    const field = rest.join('.');
    if (list === 'alert' && index === 'thresholds' && rest.length > 0)
      return `${t('alert.thresholds')}: ${textAt(['alert', 'thresholds', rest[0] ?? 0, 'code'])}`;
    if (typeof index !== 'number') return null;
    if (list === 'classification') {
      const name = t('classification.decisionFor', { code: textAt([list, index, 'code']) });
      return field === 'reason' ? `${name}: ${t('classification.reason')}` : name;
    }
    const name = t('actions.legend', { id: textAt([list ?? '', index, 'id']) });
    const label = actionLabel(field) ?? field;
    return list !== 'actions' ? null : [name, label].filter((part) => part !== '').join(': ');
  };
  const actionLabel = (field: string) => say(ACTION_LABELS[field] && `actions.${ACTION_LABELS[field]}`);

  const labelOf = (path: Path): string => {
    const item = labelOfItem(path);
    if (item !== null) return item;
    for (let length = path.length; length > 0; length--) {
      const label = say(LABELS[path.slice(0, length).join('.')]);
      if (label !== null) return [label, ...path.slice(length)].join(' ');
    }
    return path.join('.');
  };

  const wordsOf = (path: Path, value: Json | undefined): string => {
    if (value === undefined) return '—';
    if (typeof value === 'boolean') return value ? t('actions.yes') : t('actions.no');
    if (Array.isArray(value))
      return value.map((each: Json) => wordsOf([...path, 0], each)).join(t('handOff.separator'));
    if (isJsonObject(value)) return partsOf(path, value).join('; ');
    const term = TERMS.find(([pattern]) => pattern.test(path.join('.')))?.[1];
    if (term !== undefined) return messageOf(terms, `${term}.${value}`) ?? String(value);
    const group = GROUP_FIELDS.includes(path.join('.')) ? groups.find(({ slug }) => slug === value) : undefined;
    return group?.name ?? String(value);
  };

  /** What an object says, field by field; the name of an item stands in its label already. */
  const partsOf = (path: Path, value: JsonObject): readonly string[] => {
    const [list, index] = path;
    const isItem = typeof index === 'number';
    return Object.entries(value)
      .filter(([key]) => !isItem || (key !== 'id' && key !== 'code'))
      .map(([key, each]) => {
        const said = wordsOf([...path, key], each);
        if (list === 'classification') return said;
        const label = list === 'actions' ? (actionLabel(key) ?? key) : labelOf([...path, key]);
        return `${label}: ${said}`;
      });
  };

  return { labelOf, wordsOf };
}
