/** What in a node can really fail (`domain.md`, "Words"). */
export const ACTION_KINDS = ['http', 'database', 'queue', 'object_storage', 'third_party', 'sub_workflow'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** Who makes sure that doing it twice does no harm; `nobody` is as good as no safeguard. */
export const ENFORCERS = ['sender', 'receiver', 'nobody'] as const;
export const SAFEGUARD_KINDS = ['idempotency_key', 'upsert', 'dedup'] as const;
