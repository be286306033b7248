import type { Action } from '@/lib/model/action';
import { type Diagnostic, hasErrors } from '@/lib/shared/diagnostic';
import { formatDuration } from '@/lib/shared/duration';
import { CATALOGUE, type CatalogueExtra } from './catalogue';
import { type Candidate, candidatePath, candidates, classify, classifyInput, conflicts, patternKey } from './classify';
import { ownerOf, recipientOf } from './recipient';
import { attemptTimes } from './schedule';
import type { NodePolicy } from './schema';
import { thresholdFindings } from './threshold-check';

export interface CheckContext {
  /** Owner that the node inherits from its workflow; absent or null = none. */
  readonly inheritedOwner?: string | null;
  readonly extra?: CatalogueExtra;
}

/**
 * What a valid policy says against itself: the idempotency gate, conflicts, and what will
 * surprise. Errors forbid publishing; warnings are shown while typing.
 */
export function checkPolicy(policy: NodePolicy, context: CheckContext = {}): Diagnostic[] {
  return [
    ...gate(policy),
    ...conflicts(classifyInput(policy, context.extra)),
    ...actionIds(policy),
    ...ownership(policy, context.inheritedOwner ?? null),
    ...retryAgainstClasses(policy, context.extra),
    ...timing(policy),
    ...thresholdFindings(policy),
  ];
}

/** True when nothing forbids publishing this policy. */
export function publishable(policy: NodePolicy, context: CheckContext = {}): boolean {
  return !hasErrors(checkPolicy(policy, context));
}

/** May this action be done twice? `unsafe` = all three answers are no, `unknown` = one is missing. */
export type RepeatSafety = 'safe' | 'unsafe' | 'unknown';

/**
 * Safe when idempotent, or repeatable, or safeguarded by sender or receiver. A safeguard that is
 * absent or enforced by nobody is none: only `idempotent` and `repeatable` can be unknown.
 */
export function repeatSafety(action: Action): RepeatSafety {
  const { idempotent, repeatable, safeguard } = action;
  const guarded = safeguard !== undefined && safeguard.enforcedBy !== 'nobody';
  if (idempotent === true || repeatable === true || guarded) return 'safe';
  return idempotent === false && repeatable === false ? 'unsafe' : 'unknown';
}

/** The idempotency gate, open on a waiver whatever it finds. */
function gate({ actions, retry }: NodePolicy): Diagnostic[] {
  if (retry === undefined || retry.maxAttempts <= 1 || retry.waiver !== undefined) return [];
  if (actions === undefined) return [{ code: 'actions_not_listed', severity: 'warning', path: ['actions'] }];
  return actions.flatMap((action, index) => {
    const safety = repeatSafety(action);
    if (safety === 'safe') return [];
    const code = safety === 'unsafe' ? 'gate_refused' : 'gate_unknown';
    return [
      error(code, ['actions', index], {
        action: action.id,
        attempts: retry.maxAttempts,
      }),
    ];
  });
}

function actionIds({ actions, classification = [] }: NodePolicy): Diagnostic[] {
  const ids = actions?.map((action) => action.id) ?? [];
  const doubled = ids.flatMap((id, index) =>
    ids.indexOf(id) < index ? [error('action_id_twice', ['actions', index, 'id'], { action: id })] : [],
  );
  const unknown = classification.flatMap(({ action }, index) =>
    action !== undefined && !ids.includes(action)
      ? [
          warning('rule_action_unknown', ['classification', index, 'action'], {
            action,
          }),
        ]
      : [],
  );
  return [...doubled, ...unknown];
}

/** No owner is the first thing to fix, even when `notify` names somebody. */
function ownership(policy: NodePolicy, inherited: string | null): Diagnostic[] {
  const { retry, classification, onExhausted, alert } = policy;
  if (ownerOf(policy, inherited) !== null || !(retry || classification || onExhausted || alert)) return [];
  const told = recipientOf(policy, inherited);
  if (told !== null) return [warning('owner_missing', ['owner'], { told: 'notify', notify: told })];
  return [warning('owner_missing', ['owner'], { told: 'nobody', notify: '' })];
}

function retryAgainstClasses(policy: NodePolicy, extra?: CatalogueExtra): Diagnostic[] {
  const { retry, onExhausted } = policy;
  const input = classifyInput(policy, extra);
  const transient = candidates(input).filter((each) => each.class === 'transient');
  const attempts = retry?.maxAttempts ?? 1;
  const found: Diagnostic[] = [];
  if (attempts > 1 && retry?.retryOn !== undefined && transient.length === 0)
    found.push(warning('retry_on_empty', ['retry', 'retryOn'], { attempts }));
  if (attempts <= 1 && transient.length > 0)
    found.push(
      warning('transient_without_retry', ['retry'], {
        count: transient.length,
      }),
    );
  if (attempts > 1 && onExhausted === undefined) found.push(warning('exhausted_missing', ['onExhausted']));
  return attempts > 1 ? [...found, ...terminalRetried(transient, input, extra)] : found;
}

/** Codes that the catalogue holds for terminal and that this policy retries all the same. */
function terminalRetried(
  transient: readonly Candidate[],
  input: Parameters<typeof classify>[0],
  extra?: CatalogueExtra,
): Diagnostic[] {
  const added = new Set(extra?.rows?.map(({ token }) => token));
  const builtIn = CATALOGUE.filter(({ token }) => !added.has(token));
  const rows = [...(extra?.rows ?? []), ...builtIn].filter((row) => row.class === 'terminal');
  const retried = rows.flatMap(({ token }) => {
    const { class: judged, decidedBy } = classify(input, token);
    return judged === 'transient' && decidedBy !== null ? [{ token, decidedBy }] : [];
  });
  return transient.flatMap((candidate) => {
    const codes = retried
      .filter(({ decidedBy }) => decidedBy.from === candidate.from && decidedBy.index === candidate.index)
      .map(({ token }) => token);
    const everything = ['*', 'States.TaskFailed'].includes(patternKey(candidate.pattern, extra));
    const values = {
      pattern: candidate.pattern,
      codes: codes.join(', '),
      count: codes.length,
    };
    if (everything) return [warning('everything_retried', candidatePath(candidate), values)];
    return codes.length > 0 ? [warning('terminal_code_retried', candidatePath(candidate), values)] : [];
  });
}

function timing({ retry }: NodePolicy): Diagnostic[] {
  if (retry === undefined || retry.maxAttempts <= 1) return [];
  const { maxAttempts, maxElapsed, multiplier, backoff } = retry;
  const found: Diagnostic[] = [];
  const attempts = attemptTimes(retry).length;
  if (maxElapsed !== undefined && attempts < maxAttempts) {
    const values = {
      limit: formatDuration(maxElapsed),
      attempts,
      allowed: maxAttempts,
    };
    found.push(warning(attempts === 1 ? 'max_elapsed_short' : 'max_elapsed_cuts', ['retry', 'maxElapsed'], values));
  }
  if (multiplier !== undefined && backoff !== 'exponential')
    found.push({
      ...warning('multiplier_unused', ['retry', 'multiplier'], {
        value: multiplier,
      }),
      severity: 'info',
    });
  return found;
}

function error(code: string, path: Diagnostic['path'] & object, values?: Diagnostic['values']): Diagnostic {
  return { code, severity: 'error', path, ...(values && { values }) };
}

function warning(code: string, path: Diagnostic['path'] & object, values?: Diagnostic['values']): Diagnostic {
  return { code, severity: 'warning', path, ...(values && { values }) };
}
