import type { Answered } from '@/app/_server/testing/programs';

/** A body that holds, for operations that want one. */
export function bodyFor(id: string): unknown {
  const bodies: Partial<Record<string, unknown>> = {
    validatePolicy: { document: {} },
    setThresholdSample: { executions: 30, failures: 10, windowDays: 30 },
    publishPolicy: { document: {} },
    saveDraft: { document: {}, baseVersion: 1 },
    startDrills: { drills: [{ drill: 1, fault: 'http_503' }] },
    changeCatalogueEntry: { code: 'x', class: 'terminal', means: null, source: 'why' },
    saveGroupStandard: { document: {} },
    updateOwnerGroup: { slug: 'x', name: 'X', members: [] },
  };
  return bodies[id];
}

/** What an answer says under a key, as text. */
export function textIn({ json }: Answered, key: string): string {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key) : undefined;
  return String(value);
}
