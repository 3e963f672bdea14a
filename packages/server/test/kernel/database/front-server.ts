import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** A refusal as the server writes it (PostgreSQL protocol 3.0, ErrorResponse). */
export function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Listens on a loopback port, on a given one or a free one, until the test ends. */
export async function listenInFront(serve: (socket: Socket) => void, port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

/** Answers every connection by a refusal. */
export const refuseBy =
  (code: string, message: string) =>
  (socket: Socket): void => {
    socket.once('data', () => socket.end(errorResponse(code, message)));
  };

/** Where the socket of a server is, by its connection string. */
export const socketOf = (connectionString: string): string => {
  const { searchParams } = new URL(connectionString.replace('@/', '@host/'));
  return `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
};

/** The same database through a port of ours. */
export const throughPort = (connectionString: string, port: number): string =>
  connectionString.replace('@/', `@127.0.0.1:${port}/`).replace(/\?.*$/, '?sslmode=disable');

/** Whether a client says with this that it leaves. */
export const isTerminate = (chunk: Buffer): boolean => chunk.subarray(-TERMINATE.length).equals(TERMINATE);
