import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import pg from 'pg';
import { buildStale } from '../../../scripts/build/build-stale.ts';
import { PROGRAMS } from '../../../scripts/build/find-program.ts';
import { haproxyAnswers, haproxyFile } from '../../../scripts/deployment/balancer-files.ts';
import type { Stage } from './children.ts';
import { makeCluster } from './embedded-pair.ts';
import { startForwarder } from './forwarder.ts';
import { type Network, openNetwork } from './network.ts';
import type { Nodes } from './nodes.ts';
import { waitFor } from './wait.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const START_LIMIT_MS = 120_000;
const [PUBLIC, DATABASE, BALANCER, OPERATIONS] = [8787, 5432, 8080, 9464];
const SECRET = 'secret-of-the-trial-alone';

const PLACES = ['balancer', 'api1', 'api2', 'worker', 'engine', 'database'] as const;

/** A machine of the deployment. */
export type PlaceName = (typeof PLACES)[number];

/** A deployment by roles on a network of its own: two processes that answer calls behind HAProxy, a worker, an engine node, a database. */
export type PartedRoles = {
  network: Network<PlaceName>;
  /** The balancer, as the only address. */
  nodes: Nodes;
  adminUrl: string;
};

async function startDatabase(stage: Stage, { places: { database } }: Network<PlaceName>): Promise<string> {
  const settings = ["listen_addresses = '*'", `port = ${DATABASE}`];
  const { programs, data, account } = await makeCluster(stage, 'database', settings);
  await appendFile(join(data, 'pg_hba.conf'), 'host all all 10.77.0.0/16 trust\n');
  database.start('postgres', join(programs, 'postgres'), ['-D', data], { account });
  const { port } = await startForwarder(stage, await database.reach('database', DATABASE));
  const adminUrl = `postgres://postgres@127.0.0.1:${port}`;
  const client = await waitFor('the database', START_LIMIT_MS, stage.signal, async () => {
    const one = new pg.Client({ connectionString: `${adminUrl}/postgres` });
    await one.connect();
    return one;
  });
  await client.query('CREATE ROLE titular LOGIN');
  await client.query('CREATE DATABASE titular OWNER titular');
  await client.end();
  return `${adminUrl}/titular`;
}

async function startBalancer(
  stage: Stage,
  { places: { balancer, api1, api2 } }: Network<PlaceName>,
): Promise<string> {
  const nodes = [api1, api2].map(({ address }) => `${address}:${PUBLIC}`);
  const config = join(stage.directory, 'haproxy.cfg');
  const file = haproxyFile({ port: BALANCER, nodes, directory: stage.directory, inside: 0 });
  await writeFile(config, file);
  for (const [name, text] of Object.entries(haproxyAnswers()))
    await writeFile(join(stage.directory, name), text);
  balancer.start('haproxy', 'haproxy', ['-f', config]);
  const { port } = await startForwarder(stage, await balancer.reach('balancer', BALANCER));
  return `http://127.0.0.1:${port}`;
}

const isGood = (url: string) => async (): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status === 200;

/** Starts all of it, and waits until each process is ready. */
export async function startPartedRoles(stage: Stage): Promise<PartedRoles> {
  await buildStale(['cli']);
  const network = openNetwork(stage, PLACES);
  const { places } = network;
  const adminUrl = await startDatabase(stage, network);
  const data = await stage.makeDirectory('service');
  const start = async (name: PlaceName, role: string, more: Record<string, string>): Promise<void> => {
    const env = {
      ...{ HOST: '0.0.0.0', PORT: String(PUBLIC), TITULAR_ROLE: role, TITULAR_ENGINE_THREADS: '1' },
      ...{ TITULAR_OPERATIONS_PORT: String(OPERATIONS), TITULAR_OPERATIONS_HOST: '0.0.0.0' },
      ...more,
    };
    places[name].start(name, process.execPath, [join(ROOT, PROGRAMS.built), 'serve'], { env });
    const { port } = await startForwarder(stage, await places[name].reach(`${name}-ready`, OPERATIONS));
    await waitFor(name, START_LIMIT_MS, stage.signal, isGood(`http://127.0.0.1:${port}/readyz`));
    stage.say(`${name} is ready`);
  };
  const shared = {
    DATABASE_URL: `postgres://titular@${places.database.address}:${DATABASE}/titular`,
    TITULAR_DATA_DIR: data,
    TITULAR_PUBLIC_URL: 'http://titular.example',
    TITULAR_DATABASE_POOL: '10',
  };
  const engine = {
    TITULAR_FACE_ENGINE_URL: `http://${places.engine.address}:${PUBLIC}/analyse`,
    TITULAR_FACE_ENGINE_SECRET: SECRET,
  };
  await start('engine', 'engine', { TITULAR_FACE_ENGINE_SECRET: SECRET });
  await start('api1', 'api', { ...shared, ...engine });
  await start('api2', 'api', { ...shared, ...engine });
  await start('worker', 'worker', shared);
  const url = await startBalancer(stage, network);
  await waitFor('the balancer', START_LIMIT_MS, stage.signal, isGood(`${url}/readyz`));
  const demo = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')) as Demo;
  return { network, adminUrl, nodes: { urls: [url], processes: [], data, demo } };
}
