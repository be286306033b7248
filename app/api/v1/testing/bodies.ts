/** A body that holds, for operations that want one. */
export function bodyFor(id: string): unknown {
  const bodies: Partial<Record<string, unknown>> = {
    validatePolicy: { document: {} },
    publishPolicy: { document: {} },
    saveDraft: { document: {}, baseVersion: 1 },
    startDrills: { drills: [{ drill: 1, fault: 'http_503' }] },
    changeCatalogueEntry: { code: 'x', class: 'terminal', means: null, source: 'why' },
    updateOwnerGroup: { slug: 'x', name: 'X', members: [] },
  };
  return bodies[id];
}
