import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';

/** What a scripted server saw; `open` counts the connections that have not ended. */
type Seen = { connections: number; open: number; heard: string };

/** A server on a free loopback port; `sockets` are those of its side in the order they came. */
export type ScriptedServer = { port: number; seen: Seen; sockets: Socket[] };

/** A certificate and its key, in PEM. */
export type TlsIdentity = { cert: string; key: string };

/** A complete answer after which the connection may be used again. */
export const GOOD_ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Starts a socket server that is told of each connection once something has arrived on it, and of every later piece; it ends with the test. */
export async function startScripted(
  behave: (socket: Socket, count: number) => void,
  identity?: TlsIdentity,
): Promise<ScriptedServer> {
  const seen: Seen = { connections: 0, open: 0, heard: '' };
  const sockets: Socket[] = [];
  const take = (socket: Socket): void => {
    seen.connections += 1;
    seen.open += 1;
    sockets.push(socket);
    let count = 0;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      seen.open -= 1;
    });
    socket.on('data', (chunk) => {
      seen.heard += chunk;
      count += 1;
      behave(socket, count);
    });
  };
  const server: Server = identity ? createTlsServer(identity, take) : createServer(take);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen, sockets };
}
