import { setTimeout as delay } from 'node:timers/promises';
import { type Heard, startReceiver } from '../load/heard.ts';
import { openJournal } from '../load/journal.ts';
import type { Child, Stage } from '../stage/children.ts';
import {
  addressOf,
  type EmptyCluster,
  makeCluster,
  makeServiceDatabase,
  type Server,
  startServer,
} from '../stage/embedded-pair.ts';
import { type FaultProxy, type NetworkFault, startFaultProxy } from '../stage/fault-proxy.ts';
import { createFailingStatements, type FailingStatements } from '../stage/faults/failing-statements.ts';
import {
  addNode,
  addNodes,
  compileService,
  isReady,
  type Nodes,
  startNode,
  startNodes,
} from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import { liftLimits } from '../trials/faults.ts';
import { type Disturbances, openDisturbances } from './disturbances.ts';
import { type Mix, openMix } from './load/mix.ts';
import type { Tenant } from './load/tenant.ts';
import { makeTenants } from './load/tenants.ts';
import { type HeardLine, heardOf, type WebhookWatch, watchWebhooks } from './load/webhook-watch.ts';

/** Processes of the service by their place; the last one is the worker. */
export const ROLES = ['api', 'api', 'worker'] as const;

/** The place of the worker. */
export const WORKER = 2;

/** Points at which a process can be killed: a commit that the database has not yet, or whose answer is lost; a webhook whose answer is not yet sent, or not yet read. */
export const POINTS = ['before a commit', 'after a commit', 'before an answer', 'after an answer'] as const;

/** One of these points. */
export type Point = (typeof POINTS)[number];

/** A deployment that is to be tortured: two processes that answer, a worker, a database behind a proxy that fails, and a receiver. */
export type Ground = {
  stage: Stage;
  seed: number;
  nodes: Nodes;
  /** Between every process and the database, each behind one of the ports; a fault is of all of them, or of those at these places. */
  proxy: Pick<FaultProxy, 'heal' | 'faults'> & {
    ports: readonly number[];
    fail(fault: NetworkFault, places?: readonly number[]): void;
  };
  /** Statements of each process on their way to the database. */
  statements: readonly FailingStatements[];
  /** Does some work at a point of what a process does next; without work, nothing is done there. */
  at(place: number, point: Point, work: (() => void) | undefined): void;
  /** Past the proxy, as the superuser. */
  database(): Server;
  databaseUrl(): string;
  heard: Heard;
  /** Tenants whose calls make the load, and what all webhooks were like. */
  tenants: readonly Tenant[];
  mix: Mix;
  watch: WebhookWatch;
  /** Where the disk of the database can be filled; undefined where none of its own could be mounted. */
  disk: string | undefined;
  /** Where the database has its files. */
  databaseFiles: string;
  /** Where webhooks are heard. */
  webhookUrl: string;
  /** A tenant that must never see anything of the first. */
  neighbour: Tenant;
  /** kill -9 of a process, and another in its place, with more variables; gives the milliseconds until it is ready. */
  replaceNode(place: number, more?: Variables): Promise<number>;
  /** kill -9 of the postmaster, and recovery from its log, with more variables; gives the milliseconds until it takes connections. */
  replaceDatabase(more?: Variables): Promise<number>;
  /** Until where rows were looked through for secrets. */
  looked: { until: string };
  /** What was done to processes and budgets so far. */
  disturbances: Disturbances;
  /** One more worker beside the first, for as long as a phase needs it. */
  addWorker(): Promise<Child>;
};

/** Tenants of the load. */
const TENANTS = 120;
/** The rate and burst of one whom no limit may hold up. */
const UNLIMITED = 10_000;

/** Sets the limit of the tenant that a company belongs to. */
export const setLimit = (server: Server, companyId: string, rate: number, burst: number): Promise<unknown> =>
  server.run([
    `UPDATE tenants SET rate_per_second = ${rate}, rate_burst = ${burst}
     WHERE tenant_id = (SELECT tenant_id FROM companies WHERE company_id = '${companyId}')`,
  ]);

/** Makes the tenants of the load and a neighbour, and watches what is told to any of them. */
async function openTenants(stage: Stage, server: Server, { demo, data }: Nodes) {
  const { webhookUrl, issuer } = demo;
  const databaseUrl = addressOf(server.port);
  const made = await makeTenants({ databaseUrl, data, count: TENANTS + 1, webhookUrl, issuer });
  const [tenants, neighbour] = [made.slice(0, TENANTS), made[TENANTS] as Tenant];
  await setLimit(server, neighbour.companyId, UNLIMITED, UNLIMITED);
  const { pathname } = new URL(webhookUrl);
  const journal = openJournal<HeardLine>(heardOf(stage.directory));
  stage.onClose(async () => journal.close());
  const watch = watchWebhooks(
    new Map([
      [pathname, demo.webhookSecret],
      ...made.map(({ mark, webhookSecret }): [string, string] => [`${pathname}/${mark}`, webhookSecret]),
    ]),
    journal.write,
  );
  return { tenants, neighbour, watch };
}

type Variables = Readonly<Record<string, string>>;

const ANSWER_MS = 5;
const READY_MS = 120_000;
const BACKENDS_MS = 1_000;
const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  'max_connections = 60',
  'log_min_messages = fatal',
  // Most of a small disk is for rows.
  "max_wal_size = '128MB'",
];

/** Starts the database again once those that it left behind have seen that it is gone; through Ctrl-C too, because it is still to be judged. */
async function restart(stage: Stage, name: string, made: EmptyCluster, env: Variables): Promise<Server> {
  const { signal } = new AbortController();
  await delay(BACKENDS_MS);
  const start: Stage['start'] = (what, program, words, options) =>
    stage.start(what, program, words, { ...options, env });
  return startServer({ ...stage, signal, start }, name, made);
}

/** A proxy for each process, which fail together or alone. */
async function startProxies(stage: Stage, port: number) {
  const statements = ROLES.map(() => createFailingStatements());
  const each = await Promise.all(statements.map((one) => startFaultProxy(stage, port, one)));
  return {
    ...{ each, statements },
    ports: each.map((one) => one.port),
    fail(fault: NetworkFault, places: readonly number[] = [...each.keys()]): void {
      for (const place of places) each[place]?.fail(fault);
    },
    heal(): void {
      for (const one of each) one.heal();
    },
    faults: (): number => each.reduce((sum, one) => sum + one.faults(), 0),
    move(next: number): void {
      for (const one of each) one.move(next);
    },
  };
}

type Proxies = Awaited<ReturnType<typeof startProxies>>;

/** Hears all webhooks, and does what is to be done at the next one. */
async function openReceiver(stage: Stage, { demo }: Nodes, { look }: WebhookWatch) {
  let next: { point: Point; work: () => void } | undefined;
  const heard = await startReceiver(
    demo.webhookUrl,
    ANSWER_MS,
    () => false,
    (delivered, onAnswered) => {
      look(delivered);
      const [point, work] = [next?.point, next?.work];
      next = undefined;
      if (work && point === 'before an answer') work();
      else if (work) onAnswered(work);
    },
  );
  stage.onClose(heard.close);
  const set = (point: Point, work: (() => void) | undefined): void => {
    next = work && { point, work };
  };
  return { heard, set };
}

/** Starts the service, each process behind a proxy of its own. */
async function startService(stage: Stage, proxies: Proxies): Promise<Nodes> {
  const [first, ...others] = proxies.each.map(({ port }) => addressOf(port));
  const nodes = await startNodes(stage, first ?? '', 1, 'service', 'api');
  const added = others.map((databaseUrl, place) => ({ databaseUrl, role: ROLES[place + 1] }));
  await addNodes(stage, nodes, added);
  return nodes;
}

/** Opens the ground, its database on a disk of its own where a size is given; all of it goes with the stage. */
export async function openGround(stage: Stage, seed: number, diskMegabytes?: number): Promise<Ground> {
  const [made] = await Promise.all([
    makeCluster(stage, 'database', SETTINGS, undefined, undefined, diskMegabytes),
    compileService(stage),
  ]);
  let server = await startServer(stage, 'postgres-1', made);
  let [servers, starts] = [1, 0];
  const disturbances = openDisturbances();
  await makeServiceDatabase(server);
  const proxies = await startProxies(stage, server.port);
  const nodes = await startService(stage, proxies);
  await liftLimits(addressOf(server.port));
  const { tenants, neighbour, watch } = await openTenants(stage, server, nodes);
  const { heard, set } = await openReceiver(stage, nodes, watch);
  const apis: Nodes = { ...nodes, urls: nodes.urls.slice(0, 2) };
  const mix = openMix(apis.urls, tenants);
  stage.onClose(async () => mix.close());
  await mix.warm();
  const addressFor = (place: number): string => addressOf(proxies.each[place]?.port ?? 0);
  return {
    looked: { until: '0' },
    ...{ stage, seed, disturbances, proxy: proxies, heard, tenants, neighbour, mix, watch, nodes: apis },
    ...{
      statements: proxies.statements,
      disk: made.hasOwnDisk ? made.data : undefined,
      databaseFiles: made.data,
      webhookUrl: nodes.demo.webhookUrl,
    },
    database: () => server,
    databaseUrl: () => addressOf(server.port, 'postgres'),
    at(place, point, work) {
      if (point === 'before a commit' || point === 'after a commit')
        proxies.each[place]?.atCommit(point === 'before a commit' ? 'before' : 'after', work);
      else set(point, work);
    },
    async replaceNode(place, more) {
      const url = nodes.urls[place] ?? '';
      const isUp = disturbances.takeDown(place);
      await nodes.processes[place]?.kill();
      starts += 1;
      const port = Number(new URL(url).port);
      const begin = (): Child =>
        startNode(stage, `service-again${starts}`, addressFor(place), nodes.data, port, ROLES[place], more);
      nodes.processes[place] = begin();
      const sinceMs = performance.now();
      await waitFor(url, READY_MS, stage.signal, () => {
        // One that ends because a fault met it while it started is started again, as by a supervisor.
        if (nodes.processes[place]?.isOver()) nodes.processes[place] = begin();
        return isReady(url);
      });
      isUp();
      return Math.round(performance.now() - sinceMs);
    },
    async replaceDatabase(more = {}) {
      const sinceMs = performance.now();
      // The table of budgets is not logged.
      disturbances.resetBudgets();
      await server.process.kill();
      servers += 1;
      server = await restart(stage, `postgres-${servers}`, made, more);
      proxies.move(server.port);
      return Math.round(performance.now() - sinceMs);
    },
    async addWorker() {
      const beside: Nodes = { ...nodes, urls: [], processes: [...nodes.processes] };
      await addNode(stage, beside, addressFor(WORKER), 'worker');
      return beside.processes.at(-1) as Child;
    },
  };
}
