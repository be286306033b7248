import { type Executor, obedient, tryOnce } from '@/lib/drills/executor-runner';
import { delayBefore } from '@/lib/policy/schedule';

/** Waits this many times as long as it should. */
export const waiting =
  (times: number): Executor =>
  (executing) => {
    let last = 0;
    return obedient({
      ...executing,
      attempt: async (number) => {
        const attempt = await executing.attempt(number);
        last = attempt.endedAt;
        return attempt;
      },
      waitUntil: (at) => executing.waitUntil(last + (at - last) * times),
    });
  };

/** Waits the first interval every time. */
export const steady: Executor = ({ policy, attempt, waitUntil }) =>
  tries(policy.retry?.maxAttempts ?? 1, attempt, (endedAt) => {
    return waitUntil(endedAt + (policy.retry === undefined ? 0 : delayBefore(policy.retry, 2)));
  });

/** Makes so many attempts more than the policy allows, or fewer, whatever they say. */
export const stubborn =
  (more: number): Executor =>
  ({ policy: { retry }, attempt, waitUntil }) =>
    tries(Math.max(1, (retry?.maxAttempts ?? 1) + more), attempt, (endedAt, next) =>
      waitUntil(endedAt + (retry?.initialInterval === undefined ? 0 : delayBefore(retry, next))),
    );

/** Never tries again. */
export const helpless: Executor = async ({ attempt }) => {
  await attempt(1);
};

/** Sends another key with each attempt. */
export const forgetful: typeof tryOnce = (trying) => tryOnce({ ...trying, input: `${trying.input} ${trying.attempt}` });

/** Its receiver does again what it has done, whatever the policy claims. */
export const forgotten: typeof tryOnce = (trying) => tryOnce({ ...trying, repetition: 'none' });

/** Logs a code and nothing more. */
export const silent: typeof tryOnce = async (trying) => {
  const result = await tryOnce(trying);
  return result.status === 'failed' ? { ...result, errorMessage: null } : result;
};

async function tries(
  most: number,
  attempt: Parameters<Executor>[0]['attempt'],
  wait: (endedAt: number, next: number) => Promise<void>,
): Promise<void> {
  for (let number = 1; ; number++) {
    const { endedAt, status } = await attempt(number);
    if (status === 'succeeded' || number >= most) return;
    await wait(endedAt, number + 1);
  }
}
