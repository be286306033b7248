import type { Json } from '@/lib/shared/json';
import type { AuditAction, SubjectKind } from './actions';

/** What narrows the list; null = not narrowed. */
export interface AuditFilter {
  readonly actorId: string | null;
  readonly action: AuditAction | null;
  readonly subjectKind: SubjectKind | null;
  readonly subjectId: string | null;
  /** Found in the names, in the action, or in what stood before and after. */
  readonly words: string;
  readonly from: Date | null;
  /** The first moment that is not in it any more. */
  readonly to: Date | null;
}

/** One thing that somebody did, as it was written then. */
export interface AuditEntry {
  /** A whole number. */
  readonly id: string;
  readonly at: Date;
  readonly actorId: string;
  readonly actorName: string;
  readonly actorRole: string;
  readonly via: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly subjectName: string;
  /** False: it is gone, or there is no such place to go to. */
  readonly subjectStands: boolean;
  readonly before: Json | null;
  readonly after: Json | null;
  /** Before and after are too long for a list, and absent here: `auditEntry` has them. */
  readonly leftOut: boolean;
}

/** Somebody who stands in the audit, under the name that they had last. */
export interface AuditPerson {
  readonly id: string;
  readonly name: string;
}
