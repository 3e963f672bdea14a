import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { buildStale } from '../../../scripts/build/build-stale.ts';
import { listParts } from '../../../scripts/build/keep-parts.ts';
import { NODE_OPTIONS } from '../../../scripts/deployment/settings.ts';
import type { Child, Stage } from './children.ts';
import { waitFor } from './wait.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const START_LIMIT_MS = 120_000;

/** Processes of the service on one database with one data directory, and the demo that they made. */
export type Nodes = { urls: string[]; processes: Child[]; data: string; demo: Demo };

/** What a node does; a worker has no public port, so its port is that of operations. */
export type NodeRole = 'all' | 'api' | 'worker' | 'engine';

/** Where the processes of a stage keep what they compiled. */
export const compiledIn = (stage: Stage): string => join(stage.directory, 'compiled');

const BUILT = join(ROOT, 'packages/cli/dist');

/** Compiles the built service once for all processes of the stage: one that is killed keeps nothing of what it compiled. */
export async function compileService(stage: Stage): Promise<void> {
  await buildStale(['cli']);
  const part = listParts(BUILT).find((file) => file.startsWith('main-serve-'));
  if (part === undefined) throw new Error('packages/cli/dist has no service');
  const child = stage.start(
    'compile',
    process.execPath,
    [
      ...NODE_OPTIONS.split(' '),
      '--input-type=module',
      '-e',
      `await import('${pathToFileURL(join(BUILT, part)).href}')`,
    ],
    {
      cwd: ROOT,
      env: { NODE_COMPILE_CACHE: compiledIn(stage) },
    },
  );
  await waitFor('the compiled service', START_LIMIT_MS, stage.signal, async () => child.isOver());
}

/** Starts one process of the service with the options of units and image, which Node.js takes in no variable; `NODE_OPTIONS` of `more` come after them. */
export function startNode(
  stage: Stage,
  name: string,
  databaseUrl: string,
  data: string,
  port: number,
  role: NodeRole = 'all',
  more: Readonly<Record<string, string>> = {},
): ReturnType<Stage['start']> {
  const { NODE_OPTIONS: own = '', ...variables } = more;
  const options = `${NODE_OPTIONS} ${own}`.trim().split(' ');
  return stage.start(name, process.execPath, [...options, join(BUILT, 'main.js'), 'serve'], {
    cwd: ROOT,
    env: {
      NODE_COMPILE_CACHE: compiledIn(stage),
      MALLOC_ARENA_MAX: '2',
      DATABASE_URL: databaseUrl,
      [role === 'worker' ? 'TITULAR_OPERATIONS_PORT' : 'PORT']: String(port),
      TITULAR_ROLE: role,
      TITULAR_PUBLIC_URL: 'http://titular.example',
      TITULAR_DATA_DIR: data,
      TITULAR_ENGINE_THREADS: '1',
      TITULAR_DATABASE_POOL: '10',
      ...variables,
    },
  });
}

/** Whether a process takes requests. Reads the whole answer: one that is left unread keeps its connection, and with it this process. */
export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.status === 200;
}

/** A process to be started: at which address its database is, what it does, and more variables. */
type Added = { databaseUrl: string; role?: NodeRole | undefined; more?: Readonly<Record<string, string>> };

/** Starts processes beside those that are there, at once and in this order, and waits until all are ready. */
export async function addNodes(
  stage: Stage,
  nodes: Pick<Nodes, 'urls' | 'processes' | 'data'>,
  added: readonly Added[],
): Promise<void> {
  const ports: number[] = [];
  while (ports.length < added.length) ports.push(await findFreePort());
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const starting = added.map(async ({ databaseUrl, role, more }, place) => {
    const number = nodes.processes.length + 1;
    const [name, url] = [`${basename(nodes.data)}-node${number}`, urls[place] ?? ''];
    nodes.processes.push(startNode(stage, name, databaseUrl, nodes.data, ports[place] ?? 0, role, more));
    await waitFor(`node ${number}`, START_LIMIT_MS, stage.signal, () => isReady(url));
    stage.say(`node ${number} is ready at ${url}`);
  });
  await Promise.all(starting);
  nodes.urls.push(...urls);
}

/** Starts one more process beside those that are there, with more variables, and waits until it is ready. */
export const addNode = (
  stage: Stage,
  nodes: Pick<Nodes, 'urls' | 'processes' | 'data'>,
  databaseUrl: string,
  role: NodeRole = 'all',
  more: Readonly<Record<string, string>> = {},
): Promise<void> => addNodes(stage, nodes, [{ databaseUrl, role, more }]);

/** Starts processes of the service, the first one alone, because it migrates and makes the demo. */
export async function startNodes(
  stage: Stage,
  databaseUrl: string,
  count = 2,
  directory = 'service',
  role: NodeRole = 'all',
): Promise<Nodes> {
  await buildStale(['cli']);
  const data = await stage.makeDirectory(directory);
  const nodes: Omit<Nodes, 'demo'> = { urls: [], processes: [], data };
  while (nodes.processes.length < count) await addNode(stage, nodes, databaseUrl, role);
  return { ...nodes, demo: JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')) as Demo };
}

/** Waits until every node is ready; gives the milliseconds that it took. */
export async function waitUntilReady(
  stage: Stage,
  urls: readonly string[],
  limitMs: number,
): Promise<number> {
  const sinceMs = performance.now();
  await Promise.all(urls.map((url) => waitFor(url, limitMs, stage.signal, () => isReady(url))));
  return Math.round(performance.now() - sinceMs);
}
