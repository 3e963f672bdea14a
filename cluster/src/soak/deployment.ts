import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import type { Child, Stage } from '../stage/children.ts';
import { addressOf, makeCluster, makeServiceDatabase, startServer } from '../stage/embedded-pair.ts';
import { type NodeRole, type Nodes, startNode } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import type { Watched } from './process-readings.ts';

const START_LIMIT_MS = 120_000;
const END_LIMIT_MS = 60_000;
const SECRET = 'secret-of-the-trial-alone';

/** A deployment by roles, and what may happen to its processes. */
export type Deployment = {
  nodes: Nodes;
  adminUrl: string;
  /** Processes as they run now. */
  watched(): Watched[];
  /** Ends the second process that answers calls in order, and starts it anew at its address. */
  restartApi(): Promise<void>;
  /** Kills the worker and starts another one. */
  killWorker(): Promise<void>;
};

type Running = { child: Child; port: number; operationsUrl: string };

/** Starts processes by name; one that is started anew keeps its port. */
function createStarter(stage: Stage, databaseUrl: string, data: string) {
  const running = new Map<string, Running>();
  async function start(name: string, role: NodeRole, more: Readonly<Record<string, string>>): Promise<void> {
    const port = running.get(name)?.port ?? (await findFreePort());
    const operationsPort = await findFreePort();
    const operationsUrl = `http://127.0.0.1:${operationsPort}`;
    const env = { ...more, TITULAR_OPERATIONS_PORT: String(operationsPort) };
    const child = startNode(stage, name.replace(' ', ''), databaseUrl, data, port, role, env);
    running.set(name, { child, port, operationsUrl });
    await waitFor(
      name,
      START_LIMIT_MS,
      stage.signal,
      async () => (await fetch(`${operationsUrl}/readyz`)).ok,
    );
    stage.say(`${name} is ready`);
  }
  return { running, start };
}

/** Starts an engine, two processes that answer calls, a worker and a database. */
export async function startDeployment(stage: Stage): Promise<Deployment> {
  const made = await makeCluster(stage, 'main', ["listen_addresses = '127.0.0.1'"]);
  const server = await startServer(stage, 'postgres', made);
  await makeServiceDatabase(server);
  const data = await stage.makeDirectory('service');
  const { running, start } = createStarter(stage, addressOf(server.port), data);
  await start('engine', 'engine', { TITULAR_FACE_ENGINE_SECRET: SECRET });
  const engine = {
    TITULAR_FACE_ENGINE_URL: `http://127.0.0.1:${running.get('engine')?.port}/analyse`,
    TITULAR_FACE_ENGINE_SECRET: SECRET,
  };
  await start('api 1', 'api', engine);
  await start('api 2', 'api', engine);
  await start('worker', 'worker', {});
  const urls = ['api 1', 'api 2'].map((name) => `http://127.0.0.1:${running.get(name)?.port}`);
  const demo = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')) as Demo;
  return {
    nodes: { urls, processes: [], data, demo },
    adminUrl: addressOf(server.port, 'postgres'),
    watched: () => [
      ...[...running].map(([name, { child, operationsUrl }]) => ({ name, pid: child.pid, operationsUrl })),
      { name: 'PostgreSQL', pid: server.process.pid },
    ],
    async restartApi() {
      const child = running.get('api 2')?.child;
      child?.signal('SIGTERM');
      await waitFor('the end of api 2', END_LIMIT_MS, stage.signal, async () => child?.isOver());
      await start('api 2', 'api', engine);
    },
    async killWorker() {
      await running.get('worker')?.child.kill();
      await start('worker', 'worker', {});
    },
  };
}
