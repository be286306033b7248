import { z } from 'zod';
import { actionSchema } from '@/lib/model/action';
import { ownerSlugSchema } from '@/lib/model/ids';
import { formatDuration, parseDuration } from '@/lib/shared/duration';
import { isJsonObject } from '@/lib/shared/json';
import { BACKOFFS, FAILURE_CLASSES, JITTERS, LIMITS, THRESHOLD_SOURCES } from './vocabulary';

/**
 * The one schema of a node's policy. Its input is the canonical shape that stands in the node's
 * config, in YAML and in the form (durations as text); its output has durations in milliseconds.
 * Issue messages are keys below `diagnostics`; limits travel in `params`. Limits: `domain.md`.
 */
export const classificationRuleSchema = z.looseObject({
  /** Exact code, prefix pattern `abc*`, or `http_4xx` / `http_5xx`. */
  code: z.string({ error: 'rule_code' }).min(1, { message: 'rule_code' }).max(200, { message: 'rule_code' }),
  class: z.enum(FAILURE_CLASSES, { error: 'rule_class' }),
  reason: z.string({ error: 'text' }).optional(),
  /** Id of the action that the rule is for; absent = the whole node. */
  action: z.string({ error: 'text' }).optional(),
});

export const waiverSchema = z.looseObject({
  by: z.string({ error: 'waiver' }).min(1, { message: 'waiver' }),
  at: z.string({ error: 'waiver' }).min(1, { message: 'waiver' }),
  reason: z.string({ error: 'waiver_reason' }).trim().min(1, { message: 'waiver_reason' }),
});

export const retrySchema = z
  .looseObject({
    maxAttempts: wholeNumber('max_attempts_range', LIMITS.maxAttempts),
    backoff: z.enum(BACKOFFS, { error: 'backoff' }).optional(),
    initialInterval: duration('initial_interval_range', LIMITS.initialInterval).optional(),
    maxInterval: duration('max_interval_range', LIMITS.maxInterval).optional(),
    multiplier: boundedNumber('multiplier_range', LIMITS.multiplier).optional(),
    jitter: z.enum(JITTERS, { error: 'jitter' }).optional(),
    maxElapsed: duration('max_elapsed', { min: 1 }).optional(),
    retryOn: z
      .array(z.string({ error: 'rule_code' }).min(1, { message: 'rule_code' }), { error: 'retry_on' })
      .optional(),
    waiver: waiverSchema.optional(),
  })
  .superRefine(checkIntervals, { when: ({ value }) => isJsonObject(value) });

export const onExhaustedSchema = z.looseObject({
  action: z.literal('manual', { error: 'exhausted_action' }),
  notify: ownerSlugSchema.optional(),
  record: z.array(z.string({ error: 'text' }), { error: 'record_list' }).optional(),
});

export const thresholdSchema = z.looseObject({
  code: z.string({ error: 'rule_code' }).min(1, { message: 'rule_code' }),
  failures: wholeNumber('threshold_failures', LIMITS.thresholdFailures),
  window: duration('threshold_window', LIMITS.thresholdWindow),
  threshold_source: z.enum(THRESHOLD_SOURCES, { error: 'threshold_source' }),
  sample_size: wholeNumber('threshold_count', LIMITS.sample).optional(),
  failure_count: wholeNumber('threshold_count', LIMITS.sample).optional(),
  measured_at: z.string({ error: 'text' }).optional(),
  reason: z.string({ error: 'text' }).optional(),
});

export const alertSchema = z.looseObject({
  silence: duration('silence_range', LIMITS.silence).optional(),
  thresholds: z.array(thresholdSchema, { error: 'thresholds_list' }).optional(),
});

export const nodePolicySchema = z.object({
  owner: ownerSlugSchema.optional(),
  actions: z.array(actionSchema, { error: 'actions_list' }).optional(),
  classification: z.array(classificationRuleSchema, { error: 'classification_list' }).optional(),
  retry: retrySchema.optional(),
  onExhausted: onExhaustedSchema.optional(),
  alert: alertSchema.optional(),
});

export type ClassificationRule = z.infer<typeof classificationRuleSchema>;
/** Retry with durations in milliseconds; `maxAttempts` counts ALL tries. */
export type Retry = z.infer<typeof retrySchema>;
export type OnExhausted = z.infer<typeof onExhaustedSchema>;
export type Alert = z.infer<typeof alertSchema>;
export type Threshold = z.infer<typeof thresholdSchema>;
/** A valid policy, durations in milliseconds. */
export type NodePolicy = z.infer<typeof nodePolicySchema>;
/** A policy as written in config, YAML and form: durations are text such as `5s`. */
export type PolicyDocument = z.input<typeof nodePolicySchema>;

/**
 * Holds retry's fields against each other. It runs even when one of them is wrong in itself, so
 * that a person sees all that is wrong at once; a failed field may then hold anything.
 */
function checkIntervals(retry: Record<string, unknown>, ctx: z.core.$RefinementCtx) {
  const { maxAttempts, initialInterval, maxInterval } = retry;
  const failed = new Set(ctx.issues.map((issue) => issue.path?.[0]));
  if (typeof maxAttempts === 'number' && maxAttempts > 1) {
    for (const key of ['backoff', 'initialInterval', 'maxInterval'])
      if (retry[key] === undefined && !failed.has(key))
        ctx.addIssue({ code: 'custom', message: 'retry_incomplete', path: [key], params: { field: key } });
  }
  if (typeof initialInterval === 'number' && typeof maxInterval === 'number' && maxInterval < initialInterval)
    ctx.addIssue({
      code: 'custom',
      message: 'max_interval_below_initial',
      path: ['maxInterval'],
      input: maxInterval,
      params: { initial: formatDuration(initialInterval), value: formatDuration(maxInterval) },
    });
}

function duration(code: string, limits: { min?: number; max?: number }) {
  return z.string({ error: 'duration' }).transform((text, ctx) => {
    const ms = parseDuration(text);
    if (ms === null) {
      ctx.addIssue({ code: 'custom', message: 'duration', input: text, params: { value: text } });
      return z.NEVER;
    }
    if (ms < (limits.min ?? 0) || ms > (limits.max ?? Number.MAX_SAFE_INTEGER)) {
      const { min = 0, max } = limits;
      const params = { value: text, min: formatDuration(min), max: max === undefined ? '' : formatDuration(max) };
      ctx.addIssue({ code: 'custom', message: code, input: text, params });
      return z.NEVER;
    }
    return ms;
  });
}

function boundedNumber(code: string, limits: { min: number; max: number }) {
  return z.number({ error: code }).superRefine((value, ctx) => {
    if (value < limits.min || value > limits.max)
      ctx.addIssue({ code: 'custom', message: code, input: value, params: { value, ...limits } });
  });
}

function wholeNumber(code: string, limits: { min: number; max: number }) {
  return z.number({ error: code }).superRefine((value, ctx) => {
    if (!Number.isInteger(value) || value < limits.min || value > limits.max)
      ctx.addIssue({ code: 'custom', message: code, input: value, params: { value, ...limits } });
  });
}
