import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer as plain as they come: it asks each node's `/readyz` now and then, sends requests to those that were ready in turn, and tries none twice. */
export type Balancer = {
  url: string;
  /** Puts a node, or its successor, in its place. */
  place(index: number, url: string): void;
  /** Why requests came to nothing here. */
  failures: string[];
  close(): Promise<void>;
};

const CHECK_EVERY_MS = 200;

/** Starts it on a free port before nodes that are ready. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const nodes = urls.map((url) => ({ url, isReady: true }));
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  async function check(): Promise<void> {
    await Promise.all(
      nodes.map(async (node) => {
        const { url } = node;
        const isReady = await fetch(`${url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (node.url === url) node.isReady = isReady;
      }),
    );
  }
  const checking = setInterval(() => void check(), CHECK_EVERY_MS);

  const server = createServer((from, answer) => {
    const ready = nodes.filter(({ isReady }) => isReady);
    const node = ready[turn++ % ready.length];
    const fail = (reason: string): void => {
      failures.push(reason);
      answer.writeHead(503).end();
    };
    if (!node) return fail('no node is ready');
    const { method, headers, url: path = '' } = from;
    const forwarded = request(`${node.url}${path}`, { method, headers, agent }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, { 'content-type': reply.headers['content-type'] });
      reply.pipe(answer);
    });
    forwarded.on('error', (error) => fail(`${method} ${path}: ${error.message}`));
    from.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    place(index, url) {
      nodes[index] = { url, isReady: false };
    },
    failures,
    async close() {
      clearInterval(checking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
