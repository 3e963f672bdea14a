import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import type { Stage } from './children.ts';

/** Where connections go: a port on loopback, or a socket in the file system. */
type Target = number | string;

/** A name that moves: connections go to the target of that moment. */
export type Forwarder = { port: number; move(target: Target): void };

/** Listens on loopback and passes bytes on; moving ends the connections to the target of before. */
export async function startForwarder(stage: Stage, first: Target): Promise<Forwarder> {
  let target: Target = first;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  stage.onClose(async () => {
    endAll();
    server.close();
  });
  return {
    port,
    move(next) {
      target = next;
      endAll();
    },
  };
}
