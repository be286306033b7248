import { expect, it, vi } from 'vitest';
import { POST } from './route';

vi.mock('@/app/_server/context', () => ({ commandContext: async () => ({}) }));

const ADDRESS = 'http://localhost/api/v1/nodes/00000000-0000-4000-8000-000000000000/preview';

it('reads no body beyond the limit, however long it goes on', async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 256 * 1024;
      controller.enqueue(new Uint8Array(256 * 1024).fill(0x20));
      if (sent > 64 * 1024 * 1024) controller.close();
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request(ADDRESS, { method: 'POST', headers, body, ...{ duplex: 'half' } });
  const answer = await POST(request, { params: Promise.resolve({ id: '00000000-0000-4000-8000-000000000000' }) });
  expect(answer.status).toBe(413);
  expect(sent).toBeLessThan(4 * 1024 * 1024);
});
