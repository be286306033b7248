import { z } from 'zod';
import { STEP_STATUSES } from '@/lib/model/step-status';
import { isStorable } from '@/lib/shared/storable';
import { isTimeZoneName } from '@/lib/shared/time-zone';
import { DURATION_UNITS, PLATFORMS, TIME_KINDS, type TimeKind } from './vocabulary';

/** Postgres cuts identifiers at 63 bytes; a longer one would name something else. */
const MAX_IDENTIFIER_BYTES = 63;
const MAX_VALUE = 200;
const MAX_PATH = 20;
const MAX_STATUSES = 200;
const MAX_FILTERS = 20;

/** A name of a schema, table or column as it is, unquoted; any characters, since it is quoted wherever it is used. */
export const identifierSchema = z
  .string({ error: 'identifier_empty' })
  .min(1, { message: 'identifier_empty' })
  .refine(isStorable, { message: 'identifier_characters' })
  .refine((name) => new TextEncoder().encode(name).length <= MAX_IDENTIFIER_BYTES, { message: 'identifier_long' });

const valueSchema = z
  .string()
  .max(MAX_VALUE, { message: 'value_long' })
  .refine(isStorable, { message: 'value_characters' });

const keysSchema = z.array(valueSchema.min(1)).max(MAX_PATH);
const zoneSchema = z.string().max(64).refine(isTimeZoneName, { message: 'zone_unknown' });

/** Names that begin so are the server's own; what stands there tells of roles and their passwords. */
const SYSTEM_SCHEMA = /^(pg_|information_schema$)/;
const schemaNameSchema = identifierSchema.refine((name) => !SYSTEM_SCHEMA.test(name), { message: 'system_table' });

export const tableSchema = z.strictObject({ schema: schemaNameSchema, table: identifierSchema });

/** A column, or a place within its JSON: keys, or positions as numbers. */
export const columnSchema = z.strictObject({
  column: identifierSchema,
  path: z
    .array(z.union([valueSchema.min(1), z.int().min(-1_000).max(1_000)]))
    .max(MAX_PATH)
    .optional(),
});

/** What a status value of the platform means; `left_out`: such rows are none of ours (debugging runs). */
export const STATUS_MEANINGS = [...STEP_STATUSES, 'left_out'] as const;
export const statusesSchema = z
  .record(valueSchema, z.enum(STATUS_MEANINGS))
  .refine((statuses) => Object.keys(statuses).length <= MAX_STATUSES, { message: 'statuses_many' });

/** Rows that count: each condition holds. Compared as text; null is a value that a row may have. */
export const filterSchema = z.strictObject({
  column: columnSchema,
  op: z.enum(['in', 'not_in']),
  values: z.array(valueSchema.nullable()).min(1).max(50),
});

const timeKind = {
  kind: z.enum(TIME_KINDS),
  /** IANA name; of `naive`, and of `iso` where texts have no offset of their own. */
  zone: zoneSchema.optional(),
};
const NEEDS_ZONE = { message: 'zone_missing', path: ['zone'] };

export const timeSchema = z.strictObject({ column: columnSchema, ...timeKind }).refine(hasItsZone, NEEDS_ZONE);

export const durationSchema = z.strictObject({ column: columnSchema, unit: z.enum(DURATION_UNITS) });

const attemptNumberSchema = z.strictObject({
  column: columnSchema,
  /** Number of the first try. */
  base: z.union([z.literal(0), z.literal(1)]),
});

/** Where the attempts of an execution stand. */
export const retriesSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rows') }),
  /** Earlier attempts are overwritten: what is seen is the last. */
  z.strictObject({ kind: z.literal('last_only') }),
  /** A JSON array in the row holds the earlier attempts (the row itself is the last), or all of them. */
  z.strictObject({
    kind: z.literal('json_array'),
    array: columnSchema,
    holds: z.enum(['earlier', 'all']),
    status: keysSchema.optional(),
    errorCode: keysSchema.optional(),
    errorMessage: keysSchema.optional(),
    occurredAt: z.strictObject({ path: keysSchema.min(1), ...timeKind }).refine(hasItsZone, NEEDS_ZONE),
  }),
  /** Another table with the same columns keeps the earlier attempts; both may hold the same one. */
  z.strictObject({ kind: z.literal('history_table'), from: tableSchema }),
]);

export const attemptsSchema = z.strictObject({
  from: tableSchema,
  nodeId: columnSchema,
  workflowId: columnSchema,
  workflowVersion: columnSchema.optional(),
  tenant: columnSchema.optional(),
  runId: columnSchema,
  subIndex: columnSchema.optional(),
  attempt: attemptNumberSchema.optional(),
  status: columnSchema,
  errorCode: columnSchema.optional(),
  errorMessage: columnSchema.optional(),
  payloadHash: columnSchema.optional(),
  occurredAt: timeSchema,
  duration: durationSchema.optional(),
  filters: z.array(filterSchema).max(MAX_FILTERS).default([]),
  retries: retriesSchema.default({ kind: 'rows' }),
});

/** Where the nodes of a workflow stand. */
export const nodesSchema = z.discriminatedUnion('kind', [
  /** In a JSON array of the workflow's row, with the arrays of children in it. */
  z.strictObject({
    kind: z.literal('json_array'),
    array: columnSchema,
    id: keysSchema.min(1),
    name: keysSchema.optional(),
    type: keysSchema.optional(),
    children: z.array(keysSchema.min(1)).max(20).default([]),
  }),
  /** One row each, in the same table. */
  z.strictObject({
    kind: z.literal('rows'),
    id: columnSchema,
    name: columnSchema.optional(),
    type: columnSchema.optional(),
  }),
  /** The workflow is its only node. */
  z.strictObject({ kind: z.literal('itself') }),
]);

export const definitionsSchema = z.strictObject({
  from: tableSchema,
  workflowId: columnSchema,
  name: columnSchema.optional(),
  version: columnSchema.optional(),
  tenant: columnSchema.optional(),
  /** Which row is live, where there are several of a workflow. */
  filters: z.array(filterSchema).max(MAX_FILTERS).default([]),
  nodes: nodesSchema,
});

/** What every mapping says. */
const common = {
  /** Meanings of status values, over those of the preset. */
  statuses: statusesSchema.default({}),
  /** Days after which the platform deletes; null = not known, or never. */
  retentionDays: z.int().min(1).max(36_500).nullable().default(null),
  /** Rows that the platform writes later than this after their time are only found by a recount. */
  lookBackMinutes: z.int().min(1).max(10_080).default(60),
  everySeconds: z.int().min(5).max(86_400).default(30),
  /** How far back the first count goes. */
  firstDays: z.int().min(1).max(3_650).default(90),
  /** Counted again on schedule, over what the look-back may have missed; null = only when asked. */
  recountHours: z.int().min(1).max(720).nullable().default(24),
};

export const presetMappingSchema = z.strictObject({
  kind: z.literal('preset'),
  platform: z.enum(PLATFORMS),
  schema: schemaNameSchema,
  /** Only what belongs to this tenant, workspace or namespace; null = all. */
  tenant: valueSchema.nullable().default(null),
  ...common,
});

export const tablesMappingSchema = z.strictObject({
  kind: z.literal('tables'),
  /** Null: workflows are those that the attempts name. */
  definitions: definitionsSchema.nullable(),
  attempts: attemptsSchema,
  ...common,
});

/** What a connected source's tables mean: validated, kept in `source_mapping.mapping`. */
export const sourceMappingSchema = z.discriminatedUnion('kind', [presetMappingSchema, tablesMappingSchema]);

export type SourceMapping = z.output<typeof sourceMappingSchema>;
/** As it is sent: what has a usual value may be left out. */
export type SourceMappingInput = z.input<typeof sourceMappingSchema>;
export type PresetMapping = z.output<typeof presetMappingSchema>;
export type TablesMapping = z.output<typeof tablesMappingSchema>;
export type Column = z.output<typeof columnSchema>;
export type Table = z.output<typeof tableSchema>;
export type AttemptsMapping = z.output<typeof attemptsSchema>;
export type DefinitionsMapping = z.output<typeof definitionsSchema>;
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

/** A time without a zone that is read in none would be guessed. */
function hasItsZone({ kind, zone }: { readonly kind: TimeKind; readonly zone?: string | undefined }): boolean {
  return kind !== 'naive' || zone !== undefined;
}
