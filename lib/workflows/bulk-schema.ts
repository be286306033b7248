import { z } from 'zod';
import { nodeRowIdSchema } from '@/lib/model/ids';
import { readPolicy } from '@/lib/policy/read';
import { FAILURE_CLASSES, SCHEDULE_KEYS } from '@/lib/policy/vocabulary';
import type { Diagnostic } from '@/lib/shared/diagnostic';
import { isShallow, type JsonObject } from '@/lib/shared/json';
import { isStorable, isStorableJson } from '@/lib/shared/storable';
import { type BulkChange, withBulkChanges } from './bulk-change';
import { BULK_MODES, MAX_BULK_NODES } from './bulk-vocabulary';
import { publishManySchema } from './schema';

const MAX_CHANGES = 200;

const text = (max: number) => z.string().max(max).refine(isStorable, { message: 'bulk_shape' });

const retryKeys = z.partialRecord(z.enum(SCHEDULE_KEYS), z.json());

/** Which keys a retry for many nodes may have; whether their values hold is said by `checkBulkChanges`. */
const retrySchema = z
  .custom<JsonObject>((value) => isShallow(value) && retryKeys.safeParse(value).success, { message: 'bulk_shape' })
  .refine(isStorableJson, { message: 'bulk_shape' });

const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('owner'), owner: text(200).nullable() }),
  z.object({
    kind: z.literal('classify'),
    code: text(400),
    class: z.enum(FAILURE_CLASSES),
    reason: text(2_000).optional(),
  }),
  z.object({ kind: z.literal('retry'), retry: retrySchema }),
  z.object({ kind: z.literal('notify'), notify: text(200).nullable() }),
  z.object({ kind: z.literal('silence'), silence: text(200).nullable() }),
]);

/** What is said for all chosen nodes: each thing once, and each code once. */
export const bulkChangesSchema = z
  .array(changeSchema)
  .min(1, { message: 'bulk_nothing' })
  .max(MAX_CHANGES)
  .refine((changes) => new Set(changes.map(topicOf)).size === changes.length, { message: 'bulk_twice' });

/** The chosen nodes in their order, each at the version that the person has seen. */
export const bulkNodesSchema = z
  .array(z.object({ nodeRowId: nodeRowIdSchema, version: z.int().positive() }))
  .min(1, { message: 'bulk_no_nodes' })
  .max(MAX_BULK_NODES, { message: 'bulk_too_many' });

export const openBulkSchema = z.object({ changes: bulkChangesSchema, nodes: bulkNodesSchema });
export type OpenBulkInput = z.output<typeof openBulkSchema>;

export const bulkIdSchema = z.object({ id: z.uuid() });

export const startBulkSchema = z.object({
  id: z.uuid(),
  mode: z.enum(BULK_MODES),
  note: publishManySchema.shape.note,
});
export type StartBulkInput = z.output<typeof startBulkSchema>;

/**
 * What is wrong with changes whatever node they are put on, by the path of the policy document that they write, with rules
 * in the order in which the changes name their codes. Only what forbids them: what only surprises depends on the node.
 */
export function checkBulkChanges(changes: readonly BulkChange[]): readonly Diagnostic[] {
  const { diagnostics } = readPolicy(withBulkChanges({}, changes));
  return diagnostics.filter(({ severity }) => severity === 'error');
}

function topicOf(change: BulkChange): string {
  return change.kind === 'classify' ? `classify ${change.code}` : change.kind;
}

/** Changes as they are kept; anything else there is damage. */
export function parseChanges(kept: unknown): readonly BulkChange[] {
  return bulkChangesSchema.parse(kept);
}
