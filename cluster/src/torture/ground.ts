import { setTimeout as delay } from 'node:timers/promises';
import type { Heard } from '../load/heard.ts';
import { startReceiver } from '../load/heard.ts';
import type { Client } from '../load/offered.ts';
import type { Stage } from '../stage/children.ts';
import {
  addressOf,
  type EmptyCluster,
  makeCluster,
  makeServiceDatabase,
  type Server,
  startServer,
} from '../stage/embedded-pair.ts';
import { type FaultProxy, startFaultProxy } from '../stage/fault-proxy.ts';
import { addNode, type Nodes, startNode, startNodes, waitUntilReady } from '../stage/nodes.ts';
import { makeSecondTenant } from '../stage/second-tenant.ts';
import { liftLimits } from '../trials/faults.ts';

/** Processes of the service by their place; the last one is the worker. */
export const ROLES = ['api', 'api', 'worker'] as const;

/** The place of the worker. */
export const WORKER = 2;

/** A deployment that is to be tortured: two processes that answer, a worker, a database behind a proxy that fails, and a receiver. */
export type Ground = {
  stage: Stage;
  seed: number;
  nodes: Nodes;
  /** Between every process and the database. */
  proxy: FaultProxy;
  /** Past the proxy, as the superuser. */
  database(): Server;
  databaseUrl(): string;
  heard: Heard;
  /** Where the disk of the database can be filled; undefined where none of its own could be mounted. */
  disk: string | undefined;
  /** A tenant that must never see anything of the first. */
  neighbour: Client;
  /** kill -9 of a process, and another in its place; gives the milliseconds until it is ready. */
  replaceNode(place: number): Promise<number>;
  /** kill -9 of the postmaster, and recovery from its log; gives the milliseconds until it takes connections. */
  replaceDatabase(): Promise<number>;
};

const ANSWER_MS = 5;
const READY_MS = 60_000;
const BACKENDS_MS = 1_000;
const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  'max_connections = 60',
  'log_min_messages = fatal',
  // Most of a small disk is for rows.
  "max_wal_size = '128MB'",
];

/** Starts the database again once those that it left behind have seen that it is gone; through Ctrl-C too, because it is still to be judged. */
async function restart(stage: Stage, name: string, made: EmptyCluster): Promise<Server> {
  const { signal } = new AbortController();
  await delay(BACKENDS_MS);
  return startServer({ ...stage, signal }, name, made);
}

/** Opens the ground, its database on a disk of its own where a size is given; all of it goes with the stage. */
export async function openGround(stage: Stage, seed: number, diskMegabytes?: number): Promise<Ground> {
  const made = await makeCluster(stage, 'database', SETTINGS, undefined, undefined, diskMegabytes);
  let server = await startServer(stage, 'postgres-1', made);
  let servers = 1;
  await makeServiceDatabase(server);
  const proxy = await startFaultProxy(stage, server.port);
  const address = addressOf(proxy.port);
  const nodes = await startNodes(stage, address, 2, 'service', 'api');
  await addNode(stage, nodes, address, 'worker');
  const neighbour = await makeSecondTenant(address, nodes.data);
  await liftLimits(address);
  const heard = await startReceiver(nodes.demo.webhookUrl, ANSWER_MS);
  stage.onClose(heard.close);
  const apis: Nodes = { ...nodes, urls: nodes.urls.slice(0, 2) };
  let starts = 0;
  return {
    ...{ stage, seed, proxy, heard, neighbour, nodes: apis },
    disk: made.hasOwnDisk ? made.data : undefined,
    database: () => server,
    databaseUrl: () => addressOf(server.port, 'postgres'),
    async replaceNode(place) {
      const url = nodes.urls[place] ?? '';
      await nodes.processes[place]?.kill();
      starts += 1;
      const port = Number(new URL(url).port);
      const name = `service-again${starts}`;
      nodes.processes[place] = startNode(stage, name, address, nodes.data, port, ROLES[place]);
      return waitUntilReady(stage, [url], READY_MS);
    },
    async replaceDatabase() {
      const sinceMs = performance.now();
      await server.process.kill();
      servers += 1;
      server = await restart(stage, `postgres-${servers}`, made);
      proxy.move(server.port);
      return Math.round(performance.now() - sinceMs);
    },
  };
}
