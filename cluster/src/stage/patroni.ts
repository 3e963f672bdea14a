import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import pg from 'pg';
import { type Account, findPostgresAccount, postgresPrograms } from '../../../scripts/debian-programs.ts';
import {
  type DatabaseMachine,
  databaseBalancerFile,
  type EtcdProtocol,
  etcdFile,
  patroniFile,
} from '../../../scripts/deployment/database-files.ts';
import type { Child, Stage } from './children.ts';
import { findAgreement, lookAt, type Member } from './members.ts';
import { waitFor } from './wait.ts';

const START_LIMIT_MS = 90_000;
const PASSWORD = 'trial';

/** A machine of the database, as far as one process id after the other makes one. */
type Machine = DatabaseMachine & {
  /** Process ids of Patroni and of all that PostgreSQL runs. */
  pids(): Promise<number[]>;
  postmaster(): Promise<number>;
  /** Ends the agent, the postmaster and each of its children at once, as a power cut does. */
  die(): Promise<void>;
  startAgent(): void;
};

/** Three machines with etcd and Patroni behind HAProxy, all from the shipped samples. */
export type PatroniCluster = {
  machines: Machine[];
  /** Address for the service, which leads to the primary. */
  databaseUrl: string;
  /** The same as an administrator. */
  adminUrl: string;
  members(): Promise<readonly Member[]>;
  primary(): Promise<Machine>;
  /** The machine that commits wait for. */
  synchronous(): Promise<Machine>;
  /** Waits until all three agents agree: one leads, the others stream on its timeline, and commits wait for one of them. */
  waitUntilWhole(limitMs: number): Promise<void>;
  switchOver(from: Machine, to: Machine): Promise<void>;
};

/** Descendants of a process as /proc knows them. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

async function makeMachine(
  stage: Stage,
  address: DatabaseMachine,
  all: readonly DatabaseMachine[],
  account: Account,
  protocol: EtcdProtocol,
): Promise<Machine> {
  const { name } = address;
  const home = await stage.makeDirectory(name, account);
  const places = {
    data: join(home, 'data'),
    passwords: join(home, 'pgpass'),
    sockets: await stage.makeDirectory(`${name}-sockets`, account),
    programs: postgresPrograms() ?? '',
    etcd: join(await stage.makeDirectory(`${name}-etcd`, account), 'data'),
  };
  const write = async (file: string, text: string): Promise<string> => {
    const path = join(stage.directory, file);
    await writeFile(path, text, { mode: 0o600 });
    await chown(path, account.uid, account.gid);
    return path;
  };
  const etcd = await write(`${name}-etcd.yml`, etcdFile(address, all, places, protocol));
  const sample = patroniFile(address, all, places, '127.0.0.1/32', protocol);
  const patroni = sample.replaceAll('replace-me', PASSWORD);
  const config = await write(`${name}-patroni.yml`, patroni);
  stage.start(`${name}-etcd`, 'etcd', ['--config-file', etcd], { account, env: { ETCD_LOGGER: 'zap' } });
  let agent: Child | undefined;
  const postmaster = async (): Promise<number> =>
    Number((await readFile(join(places.data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const pids = async (): Promise<number[]> => {
    const main = await postmaster();
    return [agent?.pid ?? 0, main, ...(await childrenOf(main))];
  };
  const killAll = async (): Promise<void> => {
    for (const pid of await pids().catch(() => [agent?.pid ?? 0])) {
      try {
        if (pid > 0) process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    await agent?.kill();
  };
  // PostgreSQL is no child of ours: Patroni sets it apart, so the stage has to end it by its file.
  stage.onClose(killAll);
  return {
    ...{ ...address, pids, postmaster, die: killAll },
    startAgent() {
      agent = stage.start(`${name}-patroni`, 'patroni', [config], { account, cwd: stage.directory });
    },
  };
}

async function makeAddresses(): Promise<DatabaseMachine[]> {
  const machines: DatabaseMachine[] = [];
  for (const number of [1, 2, 3])
    machines.push({
      name: `db${number}`,
      host: '127.0.0.1',
      postgresPort: await findFreePort(),
      restPort: await findFreePort(),
      etcdPort: await findFreePort(),
      etcdPeerPort: await findFreePort(),
    });
  return machines;
}

async function startBalancer(stage: Stage, machines: readonly DatabaseMachine[]): Promise<number> {
  const port = await findFreePort();
  const config = join(stage.directory, 'haproxy.cfg');
  await writeFile(config, databaseBalancerFile(`127.0.0.1:${port}`, machines));
  stage.start('haproxy', 'haproxy', ['-f', config]);
  return port;
}

async function prepareDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    await client.query(`CREATE ROLE titular LOGIN PASSWORD '${PASSWORD}'`);
    await client.query('CREATE DATABASE titular OWNER titular');
  } finally {
    await client.end();
  }
}

/** Starts everything and waits until commits wait for a standby. */
export async function startPatroni(stage: Stage, protocol: EtcdProtocol = 'etcd'): Promise<PatroniCluster> {
  const account = findPostgresAccount();
  const addresses = await makeAddresses();
  const machines = await Promise.all(
    addresses.map((one) => makeMachine(stage, one, addresses, account, protocol)),
  );
  for (const machine of machines) machine.startAgent();
  const port = await startBalancer(stage, addresses);
  const addressOf = (user: string, database: string): string =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const members = (): Promise<readonly Member[]> =>
    Promise.any(addresses.map(async (one) => (await lookAt(one)).members));
  const withRole = async (roles: readonly string[]): Promise<Machine> => {
    const found = (await members()).find(
      ({ role, state }) => roles.includes(role) && /^(running|streaming)$/.test(state),
    );
    const machine = machines.find(({ name }) => name === found?.name);
    if (!machine) throw new Error(`no machine is ${roles.join(' or ')}`);
    return machine;
  };
  const cluster: PatroniCluster = {
    machines,
    databaseUrl: addressOf('titular', 'titular'),
    adminUrl: addressOf('postgres', 'titular'),
    members,
    primary: () => withRole(['leader', 'master', 'primary']),
    synchronous: () => withRole(['sync_standby']),
    waitUntilWhole: async (limitMs) => {
      await waitFor('three agents that agree', limitMs, stage.signal, async () =>
        findAgreement(await Promise.all(addresses.map(lookAt))),
      );
    },
    async switchOver(from, to) {
      await fetch(`http://127.0.0.1:${from.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
        signal: AbortSignal.timeout(60_000),
      }).then(async (response) => {
        if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
      });
    },
  };
  await cluster.waitUntilWhole(START_LIMIT_MS);
  stage.say('three machines are up: one leads, two stream, commits wait for one');
  await waitFor('the database behind HAProxy', 30_000, stage.signal, async () => {
    await prepareDatabase(addressOf('postgres', 'postgres'));
    return true;
  });
  return cluster;
}
