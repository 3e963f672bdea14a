import { createServer } from 'node:http';
import { createServer as createSilentServer, type Socket } from 'node:net';
import { obeyParent } from '../harness/child.ts';

/** A receiver that answers at once and keeps when each webhook's first byte was there, and beside it, one that never answers; the ports of both are the argument, parted by a comma; `{ "ask": "arrivals" }` empties the list. */
const arrivals: [string, number][] = [];
const [port, silentPort] = (process.argv[2] ?? '').split(',').map(Number);
const receiver = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  arrivals.push([String(request.headers['webhook-id']), performance.timeOrigin + performance.now()]);
  request.resume();
  request.on('end', () => response.writeHead(204).end());
});
const sockets = new Set<Socket>();
const silent = createSilentServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
});
const listening = Promise.all([
  new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve)),
  new Promise<void>((resolve) => silent.listen(silentPort, '127.0.0.1', resolve)),
]);
await listening;
process.on('message', (message: { ask?: string }) => {
  if (message.ask === 'arrivals') process.send?.(arrivals.splice(0));
});
obeyParent(async () => {
  for (const socket of sockets) socket.destroy();
  receiver.closeAllConnections();
  receiver.close();
  silent.close();
});
