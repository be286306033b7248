import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/i18n/message';
import type { Diagnostic, Severity } from '@/lib/shared/diagnostic';
import classes from './diagnostics-list.module.css';
import { excerptAt } from './excerpt';

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle } as const;
const ORDER: readonly Severity[] = ['error', 'warning', 'info'];
const DEFAULT_LIMIT = 50;

export interface DiagnosticsListProps {
  readonly diagnostics: readonly Diagnostic[];
  /** The text that the places belong to; with it the line is shown where something is wrong. */
  readonly source?: string;
  /** The text is a node's own, which is not beside the list: its lines are named as that, and only where no field is. */
  readonly ofNode?: boolean;
  /** Names the list to assistive technology; a heading beside it usually says the same. */
  readonly label: string;
  /** How many are spelled out; the rest is counted. */
  readonly limit?: number;
  /** What can be done about one of them; and a field of the config in words. For client components. */
  readonly action?: (diagnostic: Diagnostic) => ReactNode;
  readonly fieldOf?: (path: NonNullable<Diagnostic['path']>) => string;
}

/**
 * What there is to say about an input: worst first, each with its severity in word and shape, its
 * sentence, its place (line, column, node) and the line of the source. Text is rendered as text only.
 * Works in server and client components; the latter need the namespace `diagnostics` handed down.
 */
export function DiagnosticsList({ diagnostics, label, limit = DEFAULT_LIMIT, ...item }: DiagnosticsListProps) {
  const t = useTranslations('diagnostics.list');
  const sorted = ORDER.flatMap((severity) => diagnostics.filter((each) => each.severity === severity));
  const hidden = sorted.length - limit;
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {sorted.slice(0, limit).map((diagnostic, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced as a whole
          <DiagnosticItem key={index} diagnostic={diagnostic} {...item} />
        ))}
      </ul>
      {hidden > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('more', { count: hidden })}
        </Text>
      ) : null}
    </>
  );
}

function DiagnosticItem({
  diagnostic,
  source,
  action,
  fieldOf = (path) => path.join('.'),
  ofNode = false,
}: { diagnostic: Diagnostic } & Pick<DiagnosticsListProps, 'source' | 'action' | 'fieldOf' | 'ofNode'>) {
  const t = useTranslations('diagnostics');
  const { code, severity, values, place, nodeId, path } = diagnostic;
  const Icon = ICONS[severity];
  const hasField = path !== undefined && path.length > 0;
  const where = [
    place && !(ofNode && hasField)
      ? t(ofNode ? 'list.placeInNode' : 'list.place', { line: place.line, column: place.column })
      : null,
    nodeId === undefined ? null : t('list.node', { node: nodeId }),
    hasField ? fieldOf(path) : null,
  ].filter((part) => part !== null);
  return (
    <li className={classes.item} data-severity={severity}>
      <span className={classes.severity}>
        <Icon size={16} stroke={1.8} aria-hidden />
        {t(`list.severity.${severity}`)}
      </span>
      <div className={classes.body}>
        <p className={classes.message}>{messageOf(t, code, values) ?? t('list.unknown', { code })}</p>
        {where.length > 0 ? <p className={classes.where}>{where.join(' · ')}</p> : null}
        {place && source !== undefined ? <SourceLine place={place} source={source} /> : null}
        {action?.(diagnostic)}
      </div>
    </li>
  );
}

function SourceLine({ place, source }: { place: NonNullable<Diagnostic['place']>; source: string }) {
  const excerpt = excerptAt(source, place);
  if (!excerpt) return null;
  const { line, before, marked, after, cutLeft, cutRight } = excerpt;
  return (
    <code className={classes.source}>
      <span className={classes.lineNumber} aria-hidden>
        {line}
      </span>
      {cutLeft ? '…' : ''}
      {before}
      <mark className={classes.mark}>{marked === '' ? '\u00A0' : marked}</mark>
      {after}
      {cutRight ? '…' : ''}
    </code>
  );
}
