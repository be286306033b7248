import { z } from 'zod';
import { draftDocumentSchema } from '@/lib/workflows/schema';

/** A moment; in JSON as ISO 8601 in UTC. */
export const momentSchema = z.date();

/** An id in an address. Whatever is no id of ours answers like an id of nothing. */
export const idParams = z.object({ id: z.uuid().meta({ description: 'Id of the row' }) });

/** Any JSON object, as it is kept. */
export const jsonObjectSchema = z.record(z.string(), z.unknown());

/** A node's policy as a document; what it has to look like to be valid is the schema `NodePolicy`. */
export const policyDocumentSchema = draftDocumentSchema.meta({
  id: 'PolicyDocument',
  description: 'The policy keys of a node, durations as text such as 5s. Valid when it fits NodePolicy.',
  override: { type: 'object', additionalProperties: true },
});

const pathSchema = z.array(z.union([z.string(), z.number()]));
const valuesSchema = z.record(z.string(), z.union([z.string(), z.number()]));

export const diagnosticSchema = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    values: valuesSchema.optional(),
    place: z
      .object({ line: z.int(), column: z.int(), start: z.int(), end: z.int() })
      .optional()
      .meta({ description: 'Where in the text; line and column count from 1' }),
    nodeId: z.string().optional(),
    path: pathSchema.optional().meta({ description: "Where in the node's config" }),
  })
  .meta({ id: 'Diagnostic', description: 'Something worth knowing about an input; code is what programs compare' });

export const lossSchema = z
  .object({
    nodeId: z.string(),
    path: pathSchema,
    exactness: z.enum(['approximate', 'impossible']),
    where: z.enum(['sidecar', 'node']),
    code: z.string(),
    values: valuesSchema.optional(),
  })
  .meta({ id: 'Loss', description: 'What the engine cannot say exactly, and who keeps it instead' });

const waitSchema = z.object({ min: z.number(), max: z.number() });
export const schedulesSchema = z
  .object({
    ours: z
      .array(waitSchema)
      .meta({ description: 'Waits in ms before the second attempt and those after it, by the policy' }),
    engine: z
      .object({ waits: z.array(waitSchema), endless: z.boolean().optional() })
      .nullable()
      .meta({ description: "The engine's, by its own formula; null: it does not try again" }),
  })
  .meta({ id: 'Schedules', description: 'What the policy asks for and what the engine will do, where that differs' });

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ description: 'What programs compare' }),
    detail: z.string().optional(),
    errors: z
      .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'What of the request does not hold' }),
  })
  .catchall(z.unknown())
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).meta({ description: 'Counts from 1; 50 rows each' }),
});

/** Where a list stands. */
export const pageFields = { page: z.int(), pages: z.int(), matches: z.int() };
