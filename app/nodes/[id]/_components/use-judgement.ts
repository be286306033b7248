import { useEffect, useMemo, useState } from 'react';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import type { Judgement } from '@/lib/policy/judgement';
import type { JsonObject } from '@/lib/shared/json';

type Judge = (document: JsonObject, inheritedOwner: string | null, catalogue: CatalogueExtra) => Judgement;

/**
 * What the document comes to, with every key. The judge is loaded after the page; until it is there, what
 * the server made of the document that it served (`served`) holds.
 */
export function useJudgement(
  document: JsonObject,
  { inheritedOwner, catalogue }: { readonly inheritedOwner: string | null; readonly catalogue: CatalogueExtra },
  served: Judgement,
): Judgement {
  const [judge, setJudge] = useState<Judge | null>(null);
  useEffect(() => {
    import('@/lib/policy/judgement').then(
      ({ judgeDocument }) => setJudge(() => judgeDocument),
      // Without it the form goes on as it was served; the server judges again before it publishes.
      () => undefined,
    );
  }, []);
  return useMemo(
    () => (judge ? judge(document, inheritedOwner, catalogue) : served),
    [judge, document, inheritedOwner, catalogue, served],
  );
}
