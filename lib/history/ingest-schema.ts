import { z } from 'zod';
import { STEP_STATUSES } from '@/lib/model/step-status';
import { fitsIndex, isStorable } from '@/lib/shared/storable';

export const MAX_STEPS = 10_000;
/** Longer messages are cut: one failure needs no more to be understood, and lists show one line. */
export const MAX_MESSAGE = 4_000;
const MAX_ID = 512;
const MAX_CODE = 512;
const MAX_ATTEMPT = 100_000;
const MAX_DURATION_MS = 2_147_483_647;

/** Ids and codes are kept raw; a text that Postgres cannot keep is refused, since it would be another one. */
function rawText(min: number, max: number) {
  const text = z.string().min(min).max(max);
  return text.refine(isStorable, { message: 'not_storable' }).refine(fitsIndex, { message: 'too_long' });
}

/**
 * One attempt of a node in a run, as the platform's log has it. `source`, `workflowId`, `runId`, `nodeId`,
 * `subIndex` and `attempt` together name it.
 */
export const runStepSchema = z.strictObject({
  source: rawText(1, 64).default('own').meta({ description: 'Key of the source; without it, Failpath itself' }),
  workflowId: rawText(1, MAX_ID).meta({ description: "The platform's own id of the workflow" }),
  runId: rawText(1, MAX_ID),
  nodeId: rawText(1, MAX_ID).meta({ description: 'node_id, unique within the workflow' }),
  subIndex: rawText(0, MAX_ID).default('').meta({ description: 'Position in a loop or map' }),
  attempt: z.int().min(1).max(MAX_ATTEMPT).default(1).meta({ description: '1 is the first try' }),
  status: z.enum(STEP_STATUSES),
  errorCode: rawText(0, MAX_CODE).nullish().meta({ description: 'Raw, as the log has it' }),
  errorMessage: z
    .string()
    .nullish()
    .meta({ description: `Cut to ${MAX_MESSAGE} characters` }),
  payloadHash: rawText(1, MAX_ID).nullish().meta({ description: 'Hash of the input' }),
  occurredAt: z.iso
    .datetime({ offset: true })
    .meta({ description: 'End of the attempt; of one that runs, when it was seen running' }),
  durationMs: z.int().min(0).max(MAX_DURATION_MS).nullish(),
});
export type RunStep = z.output<typeof runStepSchema>;

/** A batch as it is sent. Its items are looked at one by one, so that a wrong one does not stop the rest. */
export const ingestSchema = z.strictObject({ steps: z.array(z.unknown()).min(1).max(MAX_STEPS) });
export type IngestInput = z.output<typeof ingestSchema>;

/** An item that was not taken: which, where in it, and why. */
export interface StepError {
  readonly index: number;
  readonly path: string;
  readonly code: string;
}

/** What became of a batch; the four numbers add up to its items. */
export interface IngestOutcome {
  /** Rows that are new. */
  readonly accepted: number;
  /** Rows that were running and have ended now. */
  readonly updated: number;
  /** Items that say nothing new. */
  readonly duplicates: number;
  /** Items that were not taken. */
  readonly rejected: number;
  /** Why not, of each rejected item once for each thing that is wrong with it. */
  readonly errors: readonly StepError[];
}

/** Reads one item; of one that does not hold, each thing that is wrong with it. */
export function readStep(item: unknown, index: number): { step: RunStep } | { errors: StepError[] } {
  const parsed = runStepSchema.safeParse(item);
  if (parsed.success) return { step: parsed.data };
  return {
    errors: parsed.error.issues.map((issue) => ({ index, path: pathOf(issue), code: codeOf(issue) })),
  };
}

/** An error message as it is kept: without NUL and halves of characters, and not longer than `MAX_MESSAGE`. */
export function keptMessage(message: string | null | undefined): string | null {
  if (message === null || message === undefined) return null;
  const cut = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message;
  return isStorable(cut) ? cut : cut.replaceAll('\0', '').replace(HALF_PAIRS, '\uFFFD');
}

const HALF_PAIRS = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

function pathOf(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...keys].join('.');
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'unknown_key';
  return issue.code === 'custom' ? issue.message : issue.code;
}
