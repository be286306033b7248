import type { NodeRowId } from '@/lib/model/ids';
import type { GroupReach } from '@/lib/owners/channel-health';
import type { CatalogueExtra } from '@/lib/policy/catalogue';
import type { Standard } from '@/lib/policy/standard-schema';
import type { JsonObject } from '@/lib/shared/json';
import type { standardWords } from '@/lib/workflows/standard-words';

/** What the form knows of the node that it edits. */
export interface NodeFacts {
  readonly id: NodeRowId;
  readonly nodeId: string;
  readonly name: string;
  readonly dialectLabel: string;
  readonly workflowName: string;
  readonly workflowOwner: string | null;
  readonly engineRetry: readonly JsonObject[];
  /** Who has it and what becomes of it: kept as the engine's, set on the platform's own page, or only changed there. */
  readonly engineRetryIs: 'kept' | 'in_force' | 'there_only';
  /** Where publications go beside our own text; null = nowhere. */
  readonly publication: PublicationFacts | null;
  /** False: the person may only look. */
  readonly mayEdit: boolean;
  readonly actorName: string;
  readonly actorId: string;
  /** What the workflow's file is written in, by name. */
  readonly textFormat: 'YAML' | 'JSON';
  /** When the page was rendered (ISO): "now" for the timeline. */
  readonly renderedAt: string;
  /** What people have added to the catalogue of error codes. */
  readonly catalogue: CatalogueExtra;
  /** The person may add to it. */
  readonly mayExtend: boolean;
  /** Names of the drills whose certificate holds for what is published. */
  readonly proved: readonly string[];
}

/** The platform that a node is of, in words. */
export interface PublicationFacts {
  readonly source: string;
  readonly how: 'sql' | 'export';
  readonly note: string | null;
}

/** What the last 30 days say of one raw code. */
export interface CodeFact {
  readonly code: string | null;
  readonly failures: number;
  readonly retried: number;
  readonly recovered: number;
  readonly lastSeen: string;
  readonly example: string | null;
}

/** A group that can be chosen, with how it can be reached. */
export type GroupOption = GroupReach;

/** The standard of a group, as it is written, as it is read, and in words. */
export interface GroupStandard {
  readonly slug: string;
  readonly name: string;
  readonly document: JsonObject;
  readonly standard: Standard;
  readonly words: ReturnType<typeof standardWords>;
}
