import { failuresHref } from '@/app/failures/search-params';
import type { AuditEntry } from '@/lib/audit/entry';

/** Where the thing itself is to be seen, as long as it stands; null for what has no page. */
export function subjectHref({ subjectKind, subjectId, subjectStands }: AuditEntry): string | null {
  if (!subjectStands) return null;
  switch (subjectKind) {
    case 'workflow':
      return `/workflows/${subjectId}`;
    case 'node':
      return `/nodes/${subjectId}`;
    case 'group':
      return `/groups/${subjectId}`;
    case 'hand_off':
      return `/inbox/${subjectId}`;
    case 'drill':
      return `/drills/${subjectId}`;
    case 'drill_target':
      return '/drills/targets';
    case 'source':
      return `/sources/${subjectId}`;
    case 'cycle':
      return failuresHref({ ...ALL_FAILURES, period: `cycle:${subjectId}` });
    case 'catalogue_entry':
      return `/catalogue/${subjectId}`;
    default:
      return null;
  }
}

const ALL_FAILURES = {
  ...{ search: '', workflow: null, owner: null, standing: null, day: null },
  ...({ sort: 'failures', order: 'desc', page: 1 } as const),
};
