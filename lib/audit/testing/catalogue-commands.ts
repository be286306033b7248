import type { Ctx } from '@/lib/accounts/context';
import {
  addCatalogueEntry,
  changeCatalogueEntry,
  removeCatalogueEntry,
  type WrittenEntry,
} from '@/lib/catalogue/catalogue-commands';

const GONE = { id: '00000000-0000-4000-8000-000000000000', revision: 1 };
const BUSY = { code: 'psp_busy', class: 'transient', means: null, source: 'PSP manual' } as const;

/** What the commands of the catalogue write into the audit. */
export function catalogueCommands(ctx: Ctx) {
  const added = async (): Promise<WrittenEntry> => {
    const result = await addCatalogueEntry(ctx, BUSY);
    if (!result.ok) throw new Error(result.error.reason);
    return result.value;
  };
  return {
    'catalogue/catalogue-commands#addCatalogueEntry': {
      writes: ['catalogue.add'],
      arrange: async () => () => addCatalogueEntry(ctx, BUSY),
      idle: async () => {
        await ctx.db.catalogueEntry.create({
          data: { ...GONE, ...BUSY, key: 'pspbusy', writtenBy: 'Ann', since: ctx.now },
        });
        return addCatalogueEntry(ctx, BUSY);
      },
    },
    'catalogue/catalogue-commands#changeCatalogueEntry': {
      writes: ['catalogue.change'],
      arrange: async () => {
        const entry = await added();
        return () => changeCatalogueEntry(ctx, { ...BUSY, ...entry, class: 'terminal' });
      },
      idle: () => changeCatalogueEntry(ctx, { ...BUSY, ...GONE }),
    },
    'catalogue/catalogue-commands#removeCatalogueEntry': {
      writes: ['catalogue.remove'],
      arrange: async () => {
        const entry = await added();
        return () => removeCatalogueEntry(ctx, entry);
      },
      idle: () => removeCatalogueEntry(ctx, GONE),
    },
  } as const;
}
