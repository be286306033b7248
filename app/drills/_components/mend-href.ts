import type { MendPlace } from '@/lib/judge/drill';

/** What a failed observation is about: the node, and the group that was to be told. */
export interface MendSubject {
  readonly nodeRowId: string;
  /** Id of the recipient's row; null = nobody was to be told, or there is no such group. */
  readonly groupId: string | null;
}

/** Where a failed observation is mended: a part of the node's page, the owner group, or the declared targets. */
export function mendHref(mend: MendPlace, { nodeRowId, groupId }: MendSubject): string {
  switch (mend) {
    case 'owner_group':
      return groupId === null ? '/groups/new' : `/groups/${groupId}#channels`;
    case 'platform':
      return '/drills/targets';
    default:
      return `/nodes/${nodeRowId}#${SECTIONS[mend]}`;
  }
}

/** Parts of the node's form, by what is mended there. */
const SECTIONS: Readonly<Record<Exclude<MendPlace, 'owner_group' | 'platform'>, string>> = {
  retry: 'retry',
  classification: 'classification',
  owner: 'owner',
  alert: 'alert',
  on_exhausted: 'hand-off',
  actions: 'actions',
};
