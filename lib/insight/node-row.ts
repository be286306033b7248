import type { FailureRow } from '@/lib/history/stats';
import type { Action } from '@/lib/model/action';
import type { EffectiveOwner } from '@/lib/owners/effective-owner';
import type { NodePolicy } from '@/lib/policy/schema';
import type { NodeStanding } from './node-standing';
import type { StandardState } from './standard-choice';
import type { NodeTrend } from './trend';

/** A node as the lists show it: what it does, what happens when it fails, how often it did. */
export interface NodeRow extends NodeStanding {
  readonly id: string;
  readonly nodeId: string;
  readonly name: string;
  readonly type: string | null;
  readonly workflowId: string;
  readonly workflowKey: string;
  readonly workflowName: string;
  readonly actions: readonly Action[];
  readonly policy: NodePolicy | null;
  readonly owner: EffectiveOwner | null;
  readonly ownerName: string | null;
  readonly hasDraft: boolean;
  /** The engine has retry blocks of its own that one schedule cannot hold; they are in force. */
  readonly hasEngineRetry: boolean;
  /** Null: its group has no standard, or nothing of it can be asked of this node. */
  readonly standard: StandardState | null;
  readonly executions: number;
  readonly attempts: number;
  readonly failures: number;
  readonly failedExecutions: number;
  readonly finalFailures: number;
  readonly lastFailedAt: Date | null;
  readonly codes: readonly FailureRow[];
  readonly unclassifiedCodes: readonly (string | null)[];
}

/** A node as the list of all nodes shows it. */
export interface ListedNode
  extends Omit<NodeRow, 'type' | 'workflowId' | 'workflowKey' | 'attempts' | 'codes' | 'unclassifiedCodes' | 'proof'> {
  /** `Node.version`: what is changed for many nodes is held against what the person saw of each. */
  readonly version: number;
  readonly trend: NodeTrend;
}
