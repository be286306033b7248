import { createServer } from 'node:http';
import { startBesideWeb } from '@/lib/worker/in-process';
import { GET as health } from '../route';

/**
 * A web process without its pages, from the parts that the real one has: the health route, what runs beside the
 * server, and a server that closes its door on a signal as Next does. Prints its port.
 */
const server = createServer((request, response) => {
  const answer = async () => {
    // A request that is under way when the process is asked to end.
    if (request.url === '/slow') await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { status } = request.url === '/slow' ? { status: 200 } : await health();
    response.writeHead(status).end();
  };
  void answer();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.close(() => process.exit(143));
  });
server.listen(0, '127.0.0.1', () => {
  startBesideWeb();
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : ''}\n`);
});
