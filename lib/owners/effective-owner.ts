/** Where a node's owner comes from. */
export interface EffectiveOwner {
  readonly slug: string;
  readonly from: 'node' | 'workflow';
}

/** The node's own owner, else its workflow's, else nobody (null): `domain.md`, "Ownership". */
export function effectiveOwner(nodeOwner: unknown, workflowOwner: string | null): EffectiveOwner | null {
  if (typeof nodeOwner === 'string' && nodeOwner !== '') return { slug: nodeOwner, from: 'node' };
  return workflowOwner ? { slug: workflowOwner, from: 'workflow' } : null;
}
