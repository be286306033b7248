import { z } from 'zod';
import { VOIDED_BY } from '@/lib/drills/standing';
import { CERTIFICATE_KINDS, DRILLS } from '@/lib/drills/vocabulary';
import { COVERAGE_STATES } from '@/lib/insight/coverage';
import { momentSchema } from './schemas';

export const coverageStateSchema = z.enum(COVERAGE_STATES).meta({
  description: `How far a node is: lacks something, lacks nothing, proved in simulation, proved on the platform, or proved
once and no more. One in which nothing can fail is configured`,
});

export const lacksSchema = z.array(z.string()).meta({ description: 'What the node still lacks; empty = nothing' });

/** One drill that a node needs, with what it has passed. */
export const drillStandingSchema = z
  .object({
    drill: z.literal(DRILLS),
    state: z.enum([...CERTIFICATE_KINDS, 'void', 'aged', 'missing']).meta({
      description:
        'By the strongest certificate that holds; void: something changed; aged: too old; missing: not passed',
    }),
    certificates: z.array(
      z.object({
        kind: z.enum(CERTIFICATE_KINDS).meta({
          description: 'simulated proves rule, hand-off and alert; platform proves execution too',
        }),
        runId: z.uuid(),
        target: z.string(),
        passedAt: momentSchema,
        holdsUntil: momentSchema,
        voidedBy: z.array(z.enum(VOIDED_BY)).meta({ description: 'What it fails by; empty = it holds' }),
      }),
    ),
  })
  .meta({ id: 'DrillStanding' });
