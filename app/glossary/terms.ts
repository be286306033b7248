/** The words of the product in the order in which they are met, with their name in YAML where there is one. */
export const GLOSSARY = [
  {
    section: 'structure',
    terms: [
      { id: 'workflow', yaml: 'workflow' },
      { id: 'node', yaml: 'nodes' },
      { id: 'run', yaml: null },
      { id: 'execution', yaml: null },
      { id: 'attempt', yaml: null },
    ],
  },
  {
    section: 'failures',
    terms: [
      { id: 'outbound_action', yaml: 'actions' },
      { id: 'error_code', yaml: 'code' },
      { id: 'transient', yaml: 'class: transient' },
      { id: 'terminal', yaml: 'class: terminal' },
      { id: 'unclassified', yaml: null },
      { id: 'catalogue', yaml: null },
      { id: 'final_failure', yaml: null },
      { id: 'recovered', yaml: null },
    ],
  },
  {
    section: 'retry',
    terms: [
      { id: 'max_attempts', yaml: 'retry.maxAttempts' },
      { id: 'backoff', yaml: 'retry.backoff' },
      { id: 'initial_interval', yaml: 'retry.initialInterval' },
      { id: 'max_interval', yaml: 'retry.maxInterval' },
      { id: 'jitter', yaml: 'retry.jitter' },
      { id: 'max_elapsed', yaml: 'retry.maxElapsed' },
      { id: 'retry_on', yaml: 'retry.retryOn' },
      { id: 'exhausted', yaml: 'onExhausted' },
    ],
  },
  {
    section: 'repeat',
    terms: [
      { id: 'idempotent', yaml: 'idempotent' },
      { id: 'repeatable', yaml: 'repeatable' },
      { id: 'safeguard', yaml: 'safeguard' },
      { id: 'gate', yaml: null },
      { id: 'waiver', yaml: 'retry.waiver' },
    ],
  },
  {
    section: 'people',
    terms: [
      { id: 'owner_group', yaml: 'owner' },
      { id: 'standard', yaml: null },
      { id: 'hand_off', yaml: 'onExhausted.action: manual' },
      { id: 'record', yaml: 'onExhausted.record' },
      { id: 'payload_hash', yaml: 'payload_hash' },
      { id: 'silence', yaml: 'alert.silence' },
      { id: 'threshold', yaml: 'alert.thresholds' },
      { id: 'pending_observation', yaml: 'threshold_source: pending-observation' },
    ],
  },
  {
    section: 'publishing',
    terms: [
      { id: 'coverage', yaml: null },
      { id: 'drill', yaml: null },
      { id: 'certificate', yaml: null },
      { id: 'draft', yaml: null },
      { id: 'publish', yaml: null },
      { id: 'version', yaml: null },
      { id: 'sidecar', yaml: null },
      { id: 'business_cycle', yaml: null },
    ],
  },
] as const;

export type TermId = (typeof GLOSSARY)[number]['terms'][number]['id'];

/** Terms that have a page of their own. */
export const TERM_PAGES: Partial<Record<TermId, string>> = { catalogue: '/catalogue' };
