export function bodyFor(id: string): unknown {
  const bodies: Partial<Record<string, unknown>> = {
    validatePolicy: { document: {} },
    publishPolicy: { document: {} },
    saveDraft: { document: {}, baseVersion: 1 },
    startDrills: { drills: [{ drill: 1, fault: 'http_503' }] },
    saveGroupStandard: { document: {} },
    updateOwnerGroup: { slug: 'x', name: 'X', members: [] },
  };
  return bodies[id];
}
