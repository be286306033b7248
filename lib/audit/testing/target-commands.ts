import { randomUUID } from 'node:crypto';
import type { Ctx } from '@/lib/accounts/context';
import { addTarget, changeTarget, removeTarget, rotateTargetSecret } from '@/lib/drills/target-commands';

const GONE = '00000000-0000-4000-8000-000000000000';

/** The commands of targets of drills, as rows of `auditedCommands`. `secret` stands in the address of each. */
export function targetCommands(ctx: Ctx, { secret }: { readonly secret: string }) {
  const url = `https://platform.example.com/in?token=${encodeURIComponent(secret)}`;
  const fields = () => ({ name: `Staging ${randomUUID()}`, environment: 'staging' as const, url });
  const target = async () => {
    const made = await addTarget(ctx, fields());
    if (!made.ok) throw new Error(made.error.reason);
    return made.value.id;
  };
  return {
    'drills/target-commands#addTarget': {
      writes: ['drill_target.create'],
      arrange: async () => () => addTarget(ctx, fields()),
      idle: () => addTarget(ctx, { ...fields(), environment: 'production' }),
    },
    'drills/target-commands#changeTarget': {
      writes: ['drill_target.update'],
      arrange: async () => {
        const id = await target();
        return () => changeTarget(ctx, { ...fields(), id });
      },
      idle: () => changeTarget(ctx, { ...fields(), id: GONE }),
    },
    'drills/target-commands#rotateTargetSecret': {
      writes: ['drill_target.rotate'],
      arrange: async () => {
        const id = await target();
        return () => rotateTargetSecret(ctx, { id });
      },
      idle: () => rotateTargetSecret(ctx, { id: GONE }),
    },
    'drills/target-commands#removeTarget': {
      writes: ['drill_target.remove'],
      arrange: async () => {
        const id = await target();
        return () => removeTarget(ctx, { id });
      },
      idle: () => removeTarget(ctx, { id: GONE }),
    },
  } as const;
}
