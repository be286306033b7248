import { useSyncExternalStore } from 'react';
import { isZipName } from '@/lib/workflows/batch-files';
import type { BatchFile } from './many-files';

/** What is still to be sent of a batch, in this tab. It goes on while the person looks at other pages. */
export interface Upload {
  /** Files that are left. */
  readonly left: number;
  /** The server could not be reached, again and again; the files are still here. */
  readonly failed: boolean;
}

interface Sending {
  readonly queue: (BatchFile & { readonly position: number })[];
  upload: Upload;
}

/** One request: large enough that few are needed, small enough that the bar moves. */
const PIECE_BYTES = 2 * 1024 * 1024;
const PIECE_FILES = 25;
const PAUSES_MS = [500, 2_000, 5_000];

const sendings = new Map<string, Sending>();
const listeners = new Set<() => void>();

/** Names the files of a new batch to the server and begins to send them; its id, or null where it could not begin. */
export async function startUpload(files: readonly BatchFile[]): Promise<string | null> {
  const named = files.map(({ path, refusal }) => ({ path, ...(refusal && { refusal }) }));
  const response = await post('/api/import-batches', JSON.stringify({ files: named }), 'application/json');
  const started: unknown = response?.ok ? await response.json() : null;
  if (!isStarted(started)) return null;
  const queue = files.flatMap((file, position) => (file.refusal ? [] : [{ ...file, position }]));
  sendings.set(started.id, { queue, upload: { left: queue.length, failed: false } });
  void send(started.id);
  return started.id;
}

/** Sends what is left, after it failed. */
export function sendAgain(batchId: string): void {
  if (sendings.get(batchId)?.upload.failed) void send(batchId);
}

/** Forgets what is left: nobody wants it any more. */
export function dropUpload(batchId: string): void {
  sendings.delete(batchId);
  tell();
}

/** What this tab still has to send of a batch; null: nothing. */
export function useUpload(batchId: string): Upload | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sendings.get(batchId)?.upload ?? null,
    () => null,
  );
}

async function send(batchId: string): Promise<void> {
  window.addEventListener('beforeunload', warn);
  try {
    for (let sending = sendings.get(batchId); sending; sending = sendings.get(batchId)) {
      const { queue } = sending;
      note(sending, { left: queue.length, failed: false });
      const piece = nextPiece(queue);
      if (piece.length === 0) return dropUpload(batchId);
      const outcome = await sendPiece(batchId, piece);
      if (outcome === 'gone') return dropUpload(batchId);
      if (outcome === 'failed') return note(sending, { left: queue.length, failed: true });
      queue.splice(0, piece.length);
    }
  } finally {
    if ([...sendings.values()].every(({ upload }) => upload.failed)) window.removeEventListener('beforeunload', warn);
  }
}

function note(sending: Sending, upload: Upload): void {
  sending.upload = upload;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** What would be lost with the page is only in its memory. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function nextPiece(queue: Sending['queue']): Sending['queue'] {
  let bytes = 0;
  const full = queue.findIndex(({ path, file, sidecar }, index) => {
    bytes += file.size + (sidecar?.size ?? 0);
    return index > 0 && (bytes > PIECE_BYTES || index >= PIECE_FILES || isZipName(path) || startsWithZip(queue));
  });
  return queue.slice(0, full === -1 ? queue.length : full);
}

/** An archive goes by itself. */
function startsWithZip(queue: Sending['queue']): boolean {
  return queue[0] !== undefined && isZipName(queue[0].path);
}

async function sendPiece(batchId: string, piece: Sending['queue']): Promise<'sent' | 'failed' | 'gone'> {
  const form = new FormData();
  for (const { position, file, sidecar } of piece) {
    const [content, companion] = await Promise.all([opened(file), sidecar ? opened(sidecar) : null]);
    // A definition without its companion would be another workflow.
    if (!content || (sidecar && !companion)) form.append('unopened', `${position}`);
    else form.append(`file:${position}`, content);
    if (content && companion) form.append(`sidecar:${position}`, companion);
  }
  for (const pause of [...PAUSES_MS, null]) {
    const response = await post(`/api/import-batches/${batchId}/files`, form);
    if (response?.ok) return 'sent';
    if (response?.status === 404) return 'gone';
    if (pause === null) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return 'failed';
}

/** Read before it is sent: a file that is gone would look like a server that is. */
async function opened(file: File): Promise<Blob | null> {
  try {
    return new Blob([await file.arrayBuffer()]);
  } catch {
    return null;
  }
}

async function post(path: string, body: BodyInit, type?: string): Promise<Response | null> {
  try {
    return await fetch(path, { method: 'POST', body, ...(type && { headers: { 'Content-Type': type } }) });
  } catch {
    return null;
  }
}

function isStarted(answer: unknown): answer is { readonly id: string } {
  return typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string';
}
