import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/** Where a socket of this process was told to go. */
export type Connect = { host: string | undefined; port: number | undefined };

/** Records from now on every connection that this process begins, whether it comes about or not; `sockets` counts those that were made to connect. */
export function watchConnects(): { connects: Connect[]; sockets: unknown[] } {
  const connects: Connect[] = [];
  const sockets: unknown[] = [];
  subscribe('net.client.socket', (message) => sockets.push(message));
  const connect = Socket.prototype.connect as (this: Socket, ...rest: unknown[]) => Socket;
  Socket.prototype.connect = function watched(this: Socket, ...rest: unknown[]) {
    const [options] = Array.isArray(rest[0]) ? rest[0] : rest;
    const { host, port } = options as Connect;
    connects.push({ host, port });
    return connect.apply(this, rest);
  };
  return { connects, sockets };
}
