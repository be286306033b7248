import type { Json } from '@/lib/shared/json';

/** What is audited, in the order in which it is offered as a filter: `<subject>.<verb>`. The list is closed. */
export const AUDIT_ACTIONS = [
  'policy.publish',
  'policy.restore',
  'policy.skeleton',
  'policy.bulk',
  'policy.bulk_undo',
  'draft.skeleton',
  'draft.threshold',
  'draft.bulk',
  'draft.discard',
  'bulk.start',
  'bulk.cancel',
  'bulk.undo',
  'workflow.import',
  'workflow.replace',
  'workflow.engine_version',
  'import.keep',
  'import.discard',
  'group.create',
  'group.update',
  'group.delete',
  'group.standard',
  'channel.create',
  'channel.update',
  'channel.disable',
  'channel.enable',
  'channel.remove',
  'channel.rotate',
  'channel.rotated',
  'channel.test',
  'channel.resend',
  'hand_off.acknowledge',
  'hand_off.assign',
  'hand_off.resolve',
  'hand_off.reopen',
  'drill.start',
  'drill.stop',
  'drill_target.create',
  'drill_target.update',
  'drill_target.rotate',
  'drill_target.remove',
  'source.connect',
  'source.update',
  'source.pause',
  'source.resume',
  'source.cancel_count',
  'source.resume_count',
  'source.recount',
  'source.cancel_recount',
  'source.thresholds',
  'source.measure',
  'source.remove',
  'cycle.create',
  'cycle.update',
  'cycle.delete',
  'catalogue.add',
  'catalogue.change',
  'catalogue.remove',
  'view.save',
  'view.rename',
  'view.overwrite',
  'view.delete',
  'history.ingest',
  'history.pause',
  'history.resume',
  'history.recount',
  'person.invite',
  'person.withdraw',
  'person.join',
  'person.role',
  'person.disable',
  'person.enable',
  'person.reset_password',
  'sign_in',
  'sign_out',
  'session.end',
  'password.change',
  'token.create',
  'token.revoke',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry can be about. */
export const SUBJECT_KINDS = [
  'workflow',
  'node',
  'group',
  'channel',
  'hand_off',
  'drill',
  'drill_target',
  'cycle',
  'catalogue_entry',
  'view',
  'file',
  'source',
  'person',
  'session',
  'token',
  'bulk',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** How somebody came here. */
export const AUDIT_WAYS = ['session', 'token', 'system'] as const;

/** What an entry is about; the name is kept, since the thing itself may be renamed or go. */
export interface AuditSubject {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly name: string;
}

/** What a command says about what it did. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  /** What held before, as far as it changed; absent for what is new. */
  readonly before?: Json;
  /** What holds since; absent for what is gone. */
  readonly after?: Json;
}
