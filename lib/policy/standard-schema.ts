import { z } from 'zod';
import { isJsonObject } from '@/lib/shared/json';
import { isStorableJson } from '@/lib/shared/storable';
import { patternKey } from './classify';
import { alertSchema, classificationRuleSchema, nodePolicySchema, onExhaustedSchema } from './schema';
import { SCHEDULE_KEYS } from './vocabulary';

/** More than that and nobody knows them by heart; the bound of what is compared with every node. */
const MAX_CODES = 100;
const MAX_REASON = 500;

/**
 * What a group may lay down for its nodes, in the shape in which it stands in a node's config: parts of the one schema
 * of a policy, narrowed to what is said for all nodes alike. A code needs a reason here, and no action of a node.
 */
export const standardSchema = z
  .strictObject({
    classification: z
      .array(classificationRuleSchema.strict(), { error: 'classification_list' })

      .optional(),
    retry: nodePolicySchema.shape.retry,
    onExhausted: z
      .strictObject({ action: onExhaustedSchema.shape.action, notify: onExhaustedSchema.shape.notify })
      .optional(),
    alert: z.strictObject({ silence: alertSchema.shape.silence }).optional(),
  })
  .superRefine(narrow, { when: ({ value }) => isJsonObject(value) });

/** A group's standard, durations in milliseconds; `{}` = none. */
export type Standard = z.infer<typeof standardSchema>;
/** A standard as written and kept: durations are text such as `5s`. */
export type StandardDocument = z.input<typeof standardSchema>;

/** It runs even when something else is wrong, so that all of it is seen at once; a part may then hold anything. */
function narrow(standard: { readonly retry?: unknown; readonly classification?: unknown }, ctx: z.core.$RefinementCtx) {
  const issue = (message: string, path: (string | number)[], params: Record<string, unknown> = {}) =>
    ctx.addIssue({ code: 'custom', message, path, params });
  if (!isStorableJson(standard)) issue('text_unstorable', []);
  const keys: readonly string[] = SCHEDULE_KEYS;
  for (const key of Object.keys(Object(standard.retry)))
    if (!keys.includes(key)) issue('standard_key', ['retry', key], { field: `retry.${key}` });
  const seen = new Set<string>();
  const rules: readonly unknown[] = Array.isArray(standard.classification) ? standard.classification : [];
  if (rules.length > MAX_CODES) issue('standard_codes', ['classification'], { max: MAX_CODES });
  for (const [index, rule] of rules.entries()) {
    const { code, reason, action } = Object(rule);
    if (typeof code !== 'string') continue;
    if (action !== undefined) issue('standard_key', ['classification', index, 'action'], { field: 'action' });
    if (typeof reason !== 'string' || reason.trim() === '')
      issue('standard_reason', ['classification', index, 'reason'], { code });
    else if (reason.length > MAX_REASON)
      issue('standard_reason_long', ['classification', index, 'reason'], { code, max: MAX_REASON });
    if (seen.has(patternKey(code))) issue('standard_code_twice', ['classification', index, 'code'], { code });
    seen.add(patternKey(code));
  }
}
