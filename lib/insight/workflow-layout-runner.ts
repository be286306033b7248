import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ElkNode } from 'elkjs/lib/elk-api';
import type { PictureLayout, WorkflowGraph } from './workflow-graph';
import { elkInput, readLayout } from './workflow-layout';

/** 500 nodes take about a second; whatever takes so long on any machine would not make a picture to look at. */
const TIME_LIMIT_MS = 60_000;
/** The thread is kept while pictures are asked for, since it is fast only when warm; then its memory is given back. */
const IDLE_MS = 60_000;

/**
 * Places the nodes of a workflow, in a thread of its own: a large graph keeps nobody else waiting,
 * and one that takes too long is given up. Null when there is no picture to be had.
 */
export async function runLayout(graph: WorkflowGraph): Promise<PictureLayout | null> {
  const placed = await inThread(elkInput(graph));
  return placed === null ? null : readLayout(placed, graph);
}

/** Small enough to be said here; as a file of its own it would have to survive bundling. */
const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { createRequire } = require('node:module');
  const ELK = createRequire(workerData.from)('elkjs/lib/elk.bundled.js');
  const elk = new ELK();
  parentPort.on('message', ({ job, graph }) => {
    const answer = (placed) => parentPort.postMessage({ job, placed });
    elk.layout(graph).then(answer, () => answer(null));
  });
`;

interface Answer {
  readonly job: number;
  readonly placed: ElkNode | null;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, (placed: ElkNode | null) => void>;
}

let thread: Thread | null = null;
let jobs = 0;

function inThread(graph: ElkNode): Promise<ElkNode | null> {
  thread ??= startThread();
  const { worker, waiting } = thread;
  const job = ++jobs;
  return new Promise((resolve) => {
    const limit = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS);
    waiting.set(job, (placed) => {
      clearTimeout(limit);
      resolve(placed);
    });
    worker.postMessage({ job, graph });
  });
}

/** A thread that answers one job after the other; when it ends, whatever still waits has no picture. */
function startThread(): Thread {
  const from = path.join(process.cwd(), 'package.json');
  const started: Thread = {
    worker: new Worker(SCRIPT, { eval: true, execArgv: [], workerData: { from } }),
    waiting: new Map(),
  };
  const { worker, waiting } = started;
  let idle: NodeJS.Timeout | undefined;
  const take = (job: number, placed: ElkNode | null) => {
    waiting.get(job)?.(placed);
    waiting.delete(job);
  };
  worker.unref();
  worker.on('message', ({ job, placed }: Answer) => {
    take(job, placed);
    clearTimeout(idle);
    idle = setTimeout(() => waiting.size === 0 && void worker.terminate(), IDLE_MS).unref();
  });
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    if (thread === started) thread = null;
    for (const job of [...waiting.keys()]) take(job, null);
  });
  return started;
}
