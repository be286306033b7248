/** What the page hears of a test message, each second. */
export interface TestView {
  readonly state: string;
  readonly problem: string | null;
  /** ISO; when it is tried next, while it waits. */
  readonly nextAt: string | null;
  readonly confirmedAt: string | null;
  readonly providerRef: string | null;
  readonly tries: readonly {
    readonly attempt: number;
    readonly status: number | null;
    readonly answer: string | null;
  }[];
}

/** What is to be said of a test: the step that it has reached. */
export type TestStep = 'waiting' | 'no_worker' | 'sending' | 'sent' | 'confirmed' | 'retry' | 'dead' | 'unknown';

/** A worker looks each second: what it has not taken for so long, none will take. */
export const NO_WORKER_MS = 8_000;

/** Where a test message is, at a moment (epoch ms) of the server's clock. */
export function testStep({ state, nextAt, confirmedAt }: TestView, now: number): TestStep {
  switch (state) {
    case 'sending':
    case 'dead':
    case 'unknown':
      return state;
    case 'sent':
      return confirmedAt === null ? 'sent' : 'confirmed';
    default:
      // What stays lying after its time was taken by nobody; what waits for its time is no sign of that.
      if (nextAt !== null && now - Date.parse(nextAt) >= NO_WORKER_MS) return 'no_worker';
      return state === 'retry' ? 'retry' : 'waiting';
  }
}

/** True when nothing more will happen by itself. */
export function isOver(step: TestStep): boolean {
  return step === 'confirmed' || step === 'dead' || step === 'unknown';
}
