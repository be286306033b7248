import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { Ctx } from '@/lib/accounts/context';
import { LOCAL_OWNER } from '@/lib/accounts/system-actor';
import { phrasesBy } from '@/lib/i18n/phrases';
import { listOwnerNames } from '@/lib/owners/queries';
import type { Phrase } from '@/lib/policy/phrase';
import { ok, type Result } from '@/lib/shared/result';
import { type ImportPreview, type ImportRefusal, previewImport } from '@/lib/workflows/import';
import { conflictRows, keptRows } from '@/lib/workflows/reimport-words';
import type { ImportInput } from '@/lib/workflows/schema';

/** A preview with what a merge keeps and asks, in the reader's language: the page brings no words of policies. */
export type SaidPreview = ImportPreview & { readonly words: MergeWords | null };

export interface MergeWords {
  /** By node id. */
  readonly conflicts: Readonly<Record<string, readonly ConflictWords[]>>;
  /** In the order of the file; of many only the first ones are spelled out. */
  readonly kept: readonly { readonly nodeId: string; readonly name: string; readonly rows: readonly KeptWords[] }[];
}

interface ConflictWords {
  readonly label: string;
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string | null;
}

interface KeptWords {
  readonly label: string;
  readonly kept: string;
  readonly theirs: string;
}

const MAX_SPELLED_OUT = 40;

/** `previewImport`, said in the reader's language. */
export async function previewInWords(ctx: Ctx, input: ImportInput): Promise<Result<SaidPreview, ImportRefusal>> {
  const preview = await previewImport(ctx, input);
  if (!preview.ok) return preview;
  return ok({ ...preview.value, words: await wordsOf(ctx, preview.value) });
}

async function wordsOf(ctx: Ctx, preview: ImportPreview): Promise<MergeWords | null> {
  if (preview.kind !== 'replaces' || preview.merge.kind !== 'merged') return null;
  const { changes, conflicts } = preview.merge;
  const kept = changes.filter((change) => change.kept.length > 0);
  if (kept.length === 0 && conflicts.length === 0) return null;
  const [policy, common, groups] = await Promise.all([
    getTranslations('policy'),
    getTranslations('common'),
    listOwnerNames(ctx),
  ]);
  const phrases = phrasesBy(policy);
  const say = (phrase: Phrase | null) => (phrase === null ? null : phrases(phrase));
  const groupNames = new Map(groups.map(({ slug, name }) => [slug, name]));
  const context = { groupNames, actorNames: new Map([[LOCAL_OWNER.name, common('local')]]) };
  return {
    conflicts: Object.fromEntries(
      conflicts.map((conflict) => [
        conflict.nodeId,
        conflictRows(conflict, context).map(({ label, base, ours, theirs }) => ({
          ...{ label: phrases(label), base: say(base), ours: phrases(ours), theirs: say(theirs) },
        })),
      ]),
    ),
    kept: kept.map((change, index) => ({
      ...{ nodeId: change.nodeId, name: change.name },
      rows:
        index < MAX_SPELLED_OUT
          ? keptRows(change, context).map(({ label, kept: said, theirs }) => ({
              ...{ label: phrases(label), kept: phrases(said), theirs: phrases(theirs) },
            }))
          : [],
    })),
  };
}
