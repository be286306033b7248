/**
 * Every problem that an address below `/api` may answer with (RFC 9457): its status, and its title in the
 * language of the interface. The key is the `code` that programs compare.
 */
export const PROBLEMS = {
  invalid: { status: 400, title: 'The request does not hold' },
  signed_out: { status: 401, title: 'Nobody is signed in' },
  forbidden: { status: 403, title: 'You may not do this' },
  not_owner: { status: 403, title: 'Only members of its owner group publish for this node' },
  waiver_not_owner: { status: 403, title: 'Only members of its owner group waive the idempotency gate' },
  shared_not_owner: { status: 403, title: 'Nodes of another owner group go by the same definition' },
  not_yours: { status: 403, title: 'Only members of the group that owns it may do this' },
  recipient_not_yours: { status: 403, title: 'Only members of the group that would be told let it be told for real' },
  cross_site: { status: 403, title: 'Another site may not do this with your session' },
  strange_host: { status: 403, title: 'This server does not answer to that name; FAILPATH_URL says to which it does' },
  not_found: { status: 404, title: 'There is nothing under this address' },
  method_not_allowed: {
    status: 405,
    title: 'This address does not answer to that method; Allow says to which it does',
  },
  exists: { status: 409, title: 'The workflow exists: replace it at the version that you saw' },
  drafts_at_risk: { status: 409, title: 'Nodes that would go hold unpublished drafts' },
  conflicts: { status: 409, title: 'The file and what was published here say different things; decide node by node' },
  choices_unknown: { status: 409, title: 'Nodes were decided that are not in conflict' },
  slug_taken: { status: 409, title: 'Another group has this slug' },
  slug_in_use: { status: 409, title: 'Something names this group' },
  messages_waiting: { status: 409, title: 'Messages are on their way to this group' },
  running: { status: 409, title: 'A drill run of this node has not ended yet' },
  ended: { status: 409, title: 'It has ended already' },
  recount_open: { status: 409, title: 'A recount of this source has not ended yet' },
  recount_ended: { status: 409, title: 'This recount has ended already' },
  duplicate_member: { status: 400, title: 'A member is listed twice' },
  length_required: { status: 411, title: 'The length of the body has to be said' },
  precondition_failed: { status: 412, title: 'It is not as you last saw it; nothing was changed' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body has to be JSON' },
  policy_invalid: { status: 422, title: 'The policy does not hold; nothing was published' },
  write_refused: { status: 422, title: 'The text of the workflow cannot take it; nothing was published' },
  merge_refused: { status: 422, title: 'The file cannot take what was published here; it can only replace it' },
  standard_invalid: { status: 422, title: 'The standard does not hold; nothing was changed' },
  policy_broken: { status: 422, title: 'What is published cannot be read as a policy; it is not drilled' },
  cannot_carry: { status: 422, title: 'The engine lets no policy stand at this node' },
  nothing_can_fail: { status: 422, title: 'Nothing in this node can fail' },
  nothing_applies: { status: 422, title: 'None of these drills says anything about this node' },
  target_not_found: { status: 422, title: 'There is no such drill target' },
  target_production: { status: 422, title: 'The target is declared production: drills are never run there' },
  target_without_address: { status: 422, title: 'The target has no address to ask' },
  code_pattern: {
    status: 422,
    title: 'A pattern cannot stand in the catalogue; name each code, or write a rule of the node',
  },
  code_taken: { status: 409, title: 'The catalogue has this code already, in this or another spelling' },
  code_is_token: { status: 422, title: 'A code of the catalogue’s own is given a class, not another meaning' },
  means_unknown: { status: 422, title: 'The catalogue does not know the code that it is to mean' },
  means_itself: { status: 422, title: 'It is the same code in another spelling' },
  still_meant: { status: 409, title: 'Other spellings in the catalogue mean this code' },
  too_many: { status: 409, title: 'The catalogue is full' },
  source_gone: { status: 409, title: 'The platform has this workflow no more; nothing was published' },
  source_moving: { status: 409, title: 'The workflow is being changed in its platform; nothing was published' },
  source_read_only: { status: 502, title: 'The source may only be read; nothing was published' },
  source_failed: { status: 502, title: 'The tables of the platform do not take it; nothing was published' },
  unreadable: { status: 422, title: 'The file cannot be read; it was kept with the reasons' },
  precondition_required: { status: 428, title: 'Say which version you saw' },
  rate_limited: { status: 429, title: 'Too many requests' },
  unexpected: { status: 500, title: 'Something went wrong on the server' },
  unavailable: { status: 503, title: 'The database does not answer' },
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** What of a request does not hold: where, which rule (to be compared), and in words. */
export interface RequestError {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A problem before it is sent; what stands beside `code`, `detail` and `errors` belongs to that code. */
export interface ApiProblem {
  readonly code: ProblemCode;
  readonly detail?: string;
  readonly errors?: readonly RequestError[];
  readonly [more: string]: unknown;
}

/** The body of a problem, members as RFC 9457 names them. */
export function problemBody({ code, detail, ...more }: ApiProblem): Record<string, unknown> {
  const { status, title } = PROBLEMS[code];
  return { type: 'about:blank', title, status, code, detail, ...more };
}
