'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { testChannelAction } from '../actions';
import { isOver, type TestStep, type TestView, testStep } from './test-progress';

const EACH_MS = 1_000;
const LONGEST_MS = 30_000;

/** A test as the page knows it. `lost`: what the server knows did not arrive. */
export type Test =
  | { readonly phase: 'asking' }
  | { readonly phase: 'refused'; readonly reason: string }
  | { readonly phase: 'seen'; readonly view: TestView; readonly step: TestStep; readonly watching: boolean }
  | { readonly phase: 'lost' };

/** Sends a test through a channel as soon as it is shown, and looks each second, for half a minute, what becomes of it. */
export function useTest(channelId: string): { readonly test: Test; readonly look: () => void } {
  const router = useRouter();
  const [test, setTest] = useState<Test>({ phase: 'asking' });
  const [deliveryId, setDeliveryId] = useState<string | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let left = false;
    // A tick later, so that a component that is mounted twice in development asks once.
    const timer = setTimeout(async () => {
      const asked = await testChannelAction({ channelId }).catch(() => null);
      if (left) return;
      if (asked?.ok) setDeliveryId(asked.value.deliveryId);
      else setTest({ phase: 'refused', reason: asked?.error.reason ?? 'unexpected' });
    });
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [channelId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` looks once more
  useEffect(() => {
    if (deliveryId === null) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const until = Date.now() + LONGEST_MS;
    let last: TestStep | null = null;
    const look = async () => {
      const seen = await readTest(deliveryId);
      if (left) return;
      const watching = Date.now() < until && !(seen && isOver(seen.step));
      if (seen) setTest({ phase: 'seen', ...seen, watching });
      else if (!watching) setTest({ phase: 'lost' });
      // The list of messages and the health of the channel stand beside it.
      if (seen && seen.step !== last && last !== null) router.refresh();
      last = seen?.step ?? last;
      if (watching) timer = setTimeout(() => void look(), EACH_MS);
    };
    void look();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [deliveryId, round, router]);

  return { test, look: () => setRound((before) => before + 1) };
}

async function readTest(deliveryId: string): Promise<{ view: TestView; step: TestStep } | null> {
  try {
    const response = await fetch(`/api/v1/deliveries/${deliveryId}`);
    const view: unknown = response.ok ? await response.json() : null;
    if (!isView(view)) return null;
    const date = Date.parse(response.headers.get('Date') ?? '');
    return { view, step: testStep(view, Number.isNaN(date) ? Date.now() : date) };
  } catch {
    return null;
  }
}

/** Our own server's answer: what tells it from a login page or a proxy's error is enough. */
function isView(answer: unknown): answer is TestView {
  return typeof answer === 'object' && answer !== null && 'state' in answer && 'tries' in answer;
}
