/** Somebody who may work on hand-offs: on those of their groups, an administrator on all. */
export interface Worker {
  readonly id: string;
  readonly name: string;
  readonly administrator: boolean;
  /** Slugs. */
  readonly groups: readonly string[];
}

/** True when hand-offs of this recipient can be given to that person; null = no owner: then to any of them. */
export function mayBeGiven({ administrator, groups }: Worker, recipient: string | null): boolean {
  return recipient === null || administrator || groups.includes(recipient);
}
