import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { readDemo, serviceEnvironment, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startLoad } from './merchant-load.ts';
import { has } from './programs.ts';
import { HAPROXY, startBalancer } from './start-balancer.ts';

const ROUNDS = 20;
const SERVED = 20;

/** The shipped configuration without a second try of anything: a request that meets a closed door fails. */
const withoutRetries: typeof HAPROXY = {
  ...HAPROXY,
  file: (balancer) => {
    const text = HAPROXY.file(balancer).replace(/^ *(?:retries|retry-on|option redispatch).*\n/gm, '');
    return text.replace('defaults\n', 'defaults\n    retries 0\n');
  },
};

type Node = Awaited<ReturnType<typeof startServiceProcess>> & { operations: string };

/** Starts nodes on one database; a node that is started again has the ports that it had. */
async function createNodes() {
  const database = await cloneDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'titular-rolling-'));
  await chmod(directory, 0o711);
  const started: Node[] = [];
  onTestFinished(async () => {
    await Promise.all(started.map((node) => node.kill()));
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    directory,
    /** Gives every tenant a rate that the load does not reach. */
    liftLimits: async (): Promise<void> => {
      const client = new Client(database.connectionString);
      await client.connect();
      await client.query('UPDATE tenants SET rate_per_second = 10000, rate_burst = 10000');
      await client.end();
    },
    start: async (port: number, operationsPort: number): Promise<Node> => {
      const node = await startServiceProcess({
        ...serviceEnvironment(database.connectionString, directory),
        ...{ PORT: String(port), TITULAR_OPERATIONS_PORT: String(operationsPort) },
        // What production drains by default.
        TITULAR_DRAIN_SECONDS: '5',
      });
      const withOperations = { ...node, operations: `http://127.0.0.1:${operationsPort}` };
      started.push(withOperations);
      return withOperations;
    },
  };
}

/** Counts what a node has answered to merchants, by its own metrics. */
async function countServed({ operations }: Node): Promise<number> {
  const text = await (await fetch(`${operations}/metrics`)).text();
  const counts = [
    ...text.matchAll(/^titular_http_requests_total\{operation="listTransactions".*\} (\d+)$/gm),
  ];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

const percentile = (times: readonly number[], share: number): number =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0);

test.runIf(has('haproxy'))(
  `${ROUNDS} times all nodes are restarted behind HAProxy, which tries nothing twice: no request fails (S14)`,
  async () => {
    const ports: [port: number, operations: number][] = [];
    for (const _ of [1, 2]) ports.push([await findFreePort(), await findFreePort()]);
    const { directory, liftLimits, start } = await createNodes();
    const nodes: Node[] = [];
    for (const [port, operations] of ports) nodes.push(await start(port, operations));
    const url = await startBalancer(
      withoutRetries,
      ports.map(([port]) => `127.0.0.1:${port}`),
    );
    await liftLimits();
    const load = startLoad(url, await readDemo(directory));
    onTestFinished(load.stop);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, [port, operations]] of ports.entries()) {
        nodes[index]?.signal('SIGTERM');
        expect(await nodes[index]?.ended).toBe(0);
        const node = await start(port, operations);
        nodes[index] = node;
        // The balancer has found it: it is the next one's turn.
        await eventually(async () => expect(await countServed(node)).toBeGreaterThan(SERVED));
      }
      expect(load.failures).toEqual([]);
    }
    await load.stop();
    expect(load.failures).toEqual([]);
    console.log(
      `${ROUNDS} rolling restarts of 2 nodes: ${load.times.length} requests, ${load.failures.length} failed, p50 ${percentile(load.times, 0.5)} ms, p99 ${percentile(load.times, 0.99)} ms`,
    );
  },
  1_800_000,
);
