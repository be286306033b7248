import { z } from 'zod';
import { MEND_PLACES, OBSERVATIONS, type Observation } from '@/lib/judge/drill';
import type { ClockPiece } from './drill-clock';
import type { TrialPlan } from './plan';
import { DRILLS, FAULTS } from './vocabulary';

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).readonly();

const observationsSchema = z.array(
  z.object({
    key: z.enum(OBSERVATIONS),
    verdict: z.enum(['passed', 'failed', 'not_observed', 'not_applicable']),
    reason: z.string(),
    expected: valuesSchema,
    seen: valuesSchema,
    mend: z.enum(MEND_PLACES).exactOptional(),
  }),
);

const planSchema = z.object({
  drill: z.literal(DRILLS),
  fault: z.enum(FAULTS),
  errorCode: z.string(),
  override: z.object({ maxAttempts: z.int().exactOptional(), maxElapsed: z.null().exactOptional() }),
  marks: z.array(
    z.object({ execution: z.int(), attempt: z.int(), earliestMs: z.number(), dueMs: z.number() }).readonly(),
  ),
  executions: z.int(),
  ends: z.enum(['exhausted', 'terminal', 'succeeded']),
  alerts: z.int(),
  notApplicable: z.literal('no_claim').nullable(),
  lastsMs: z.number(),
});

const clockSchema = z.array(z.object({ from: z.number(), until: z.number(), factor: z.number() }).readonly());

/** The observations of a trial as its row keeps them. Throws on what this product never writes. */
export function readObservations(column: unknown): readonly Observation[] {
  return observationsSchema.parse(column);
}

/** The plan of a trial as its row keeps it. Throws on what this product never writes. */
export function readPlan(column: unknown): TrialPlan {
  return planSchema.parse(column);
}

/** The pieces of time in which the clock of a trial ran faster, as its row keeps them. */
export function readClock(column: unknown): readonly ClockPiece[] {
  return clockSchema.parse(column);
}
