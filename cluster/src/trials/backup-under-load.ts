import { execFileSync, spawnSync } from 'node:child_process';
import { chown, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { type FollowedPage, followPage } from '@titular/test-kit/pages/follow-page.ts';
import { findPostgresAccount, postgresPrograms } from '../../../scripts/debian-programs.ts';
import { startCreates } from '../load/creates.ts';
import { type Line, readJournal } from '../load/journal.ts';
import { judge, listOrders, type Verdict } from '../load/judge.ts';
import { judgeInvariants, type Played, startPeople } from '../load/people.ts';
import type { Stage } from '../stage/children.ts';
import {
  addressOf,
  type EmptyCluster,
  makeCluster,
  makeServiceDatabase,
  startServer,
} from '../stage/embedded-pair.ts';
import { startForwarder } from '../stage/forwarder.ts';
import { addNode, type Nodes, startNodes } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import { type Figure, figuresOf, type Trial } from '../trial.ts';
import { calm, liftLimits } from './faults.ts';

const PAGE = 'operations/backup.md';
const PROGRAM = resolve(import.meta.dirname, '../../../packages/cli/src/main.ts');
const PEOPLE_BEFORE = 3;
const PEOPLE_LIMIT_MS = 180_000;
const GAP_SECONDS = 30;
/** `archive_timeout` of the page, and the time in which a file is archived. */
const MAX_LOST_SECONDS = 60 + 5;
/** So long after the backup that one file at least was archived by its time alone. */
const AFTER_BACKUP_MS = 75_000;
/** Answers come in another order than commits. */
const DISORDER_MS = 2_000;
const REFUSED = 5;
const REPEATED = 'erasures that the database had lost were repeated';

/** A machine with PostgreSQL, and the directories that the page names. */
type Machine = { cluster: EmptyCluster; environment: Record<string, string>; port: number; own: string };

async function startMachine(stage: Stage): Promise<Machine> {
  const settings = [
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${join(stage.directory, 'socket')}'`,
  ];
  const cluster = await makeCluster(stage, 'main', settings, postgresPrograms(), findPostgresAccount());
  const make = (name: string): Promise<string> => stage.makeDirectory(name, cluster.account);
  const [PGHOST, BACKUPS, SAFE] = [await make('socket'), await make('backups'), await make('safe')];
  const [RESTORED, own] = [await make('restored'), await make('own')];
  const server = await startServer(stage, 'main', cluster);
  await makeServiceDatabase(server);
  const environment = {
    PATH: `${cluster.programs}:/usr/bin:/bin`,
    ...{ PGHOST, PGPORT: String(server.port), PGDATA: cluster.data, PGUSER: 'postgres', LC_ALL: 'C.UTF-8' },
    ...{ BACKUPS, SAFE, RESTORED, PGBACKREST_CONFIG: join(SAFE, 'pgbackrest.conf') },
    TITULAR_PUBLIC_URL: 'http://titular.example',
  };
  // The page restarts the server, which is nobody's child then.
  for (const data of [cluster.data, RESTORED]) stage.onClose(async () => stop(cluster, data));
  return { cluster, environment, port: server.port, own };
}

/** Ends a server at once, as a lost machine does. */
function stop({ programs, account }: EmptyCluster, data: string): void {
  const words = ['stop', '--mode=immediate', `--pgdata=${data}`];
  spawnSync(join(programs, 'pg_ctl'), words, { ...account, cwd: '/', stdio: 'ignore' });
}

async function follow(page: FollowedPage, name: string): Promise<void> {
  const { code, output, errors } = await page.run(name);
  if (code !== 0) throw new Error(`${PAGE} ${name} ended with ${code}\n${output}${errors}`);
}

/** Copies what lies apart from backups to where the restored database is verified. */
async function bring(
  machine: Machine,
  data: string,
  directory: string,
  files: readonly string[],
): Promise<void> {
  const { uid, gid } = machine.cluster.account;
  for (const file of files) {
    await copyFile(join(data, file), join(directory, file));
    await chown(join(directory, file), uid, gid);
  }
}

/** Restores as the page says; its last command verifies, and has to refuse without the ledger. */
async function restore(stage: Stage, machine: Machine, data: string) {
  const port = await findFreePort();
  const file = join(machine.own, 'restored-url');
  await writeFile(file, addressOf(port), { mode: 0o600 });
  await bring(machine, data, machine.own, ['master.key']);
  const { uid, gid } = machine.cluster.account;
  await chown(file, uid, gid);
  const more = { PGPORT: String(port), RESTORED_URL_FILE: file, TITULAR_DATA_DIR: machine.own };
  const page = await followPage(PAGE, { ...machine.environment, ...more }, machine.cluster.account);
  stage.onClose(page.close);
  const refused = await page.run('restore-archive');
  stage.say(
    `without the ledger verify ended with ${refused.code}: ${refused.errors.trim().split('\n').at(-1)}`,
  );
  await bring(machine, data, machine.own, ['erasures.ledger']);
  const verified = execFileSync(process.execPath, [PROGRAM, 'data', 'verify', '--json'], {
    env: { DATABASE_URL: addressOf(port), TITULAR_DATA_DIR: machine.own },
    encoding: 'utf8',
  });
  const { erasuresToRepeat } = JSON.parse(verified) as { erasuresToRepeat: number };
  return { port, isRefused: refused.code === REFUSED, erasuresToRepeat };
}

/** What a restore lost of what was acknowledged: how many, how long before the end the first of them, and those before others that are there. */
export type Loss = { lost: number; seconds: number; holes: number };

/** Compares a journal with the orders that came back; `diedMs` is when the machine was lost. */
export function measureLoss(
  lines: readonly Line[],
  orders: ReadonlyMap<string, unknown>,
  diedMs: number,
): Loss {
  const good = lines.filter((line) => line.kind === 'answered' && line.status === 200);
  const lostMs = good.filter(({ order }) => !orders.has(order)).map(({ atMs }) => atMs);
  const keptMs = Math.max(0, ...good.filter(({ order }) => orders.has(order)).map(({ atMs }) => atMs));
  return {
    lost: lostMs.length,
    seconds: Math.max(0, diedMs - Math.min(diedMs, ...lostMs)) / 1_000,
    holes: lostMs.filter((atMs) => atMs < keptMs - DISORDER_MS).length,
  };
}

/** What the trial saw of backup and restore. */
export type Restored = Loss & {
  backupSeconds: number;
  isRefused: boolean;
  verifiedSeconds: number;
  readySeconds: number;
  erasuresToRepeat: number;
  isRepeated: boolean;
};

/** The figures of a restore apart from loads and invariants. */
export function figuresOfRestore(restored: Restored): Figure[] {
  const { lost, seconds, holes, erasuresToRepeat } = restored;
  const yes = (what: string, isMet: boolean): Figure => ({
    ...{ what: `restore: ${what}`, value: isMet ? 'yes' : 'no', target: 'yes', isMet },
  });
  return [
    {
      what: 'backup: stanza, check and full backup under load',
      value: `${restored.backupSeconds.toFixed(1)} s`,
    },
    yes('without the ledger verify refuses', restored.isRefused),
    {
      what: 'restore: from the loss of the machine to verified',
      value: `${restored.verifiedSeconds.toFixed(1)} s`,
    },
    {
      what: 'restore: from the loss of the machine to ready',
      value: `${restored.readySeconds.toFixed(1)} s`,
    },
    { what: 'restore: acknowledged creates that were not archived yet', value: String(lost) },
    {
      ...{
        what: 'restore: acknowledged so long before the loss, and gone',
        value: `${seconds.toFixed(1)} s`,
      },
      ...{ target: `<= ${MAX_LOST_SECONDS} s`, isMet: seconds <= MAX_LOST_SECONDS },
    },
    {
      ...{ what: 'restore: acknowledged, gone, and earlier than what is there', value: String(holes) },
      ...{ target: '0', isMet: holes === 0 },
    },
    {
      ...{ what: 'restore: erasures that the archive lacked', value: String(erasuresToRepeat) },
      ...{ target: '> 0', isMet: erasuresToRepeat > 0 },
    },
    yes('they were repeated before the service was ready', restored.isRepeated),
  ];
}

/** Load until the machine is lost a moment after an erasure was acknowledged; what it was like, by the load's clock. */
async function loseMachine(
  stage: Stage,
  machine: Machine,
  page: FollowedPage,
  nodes: Nodes,
  choices: { rate: number; seed: number },
) {
  const journal = join(stage.directory, 'backup.journal');
  const load = await startCreates(nodes, journal, choices.rate, choices.seed);
  const people = await startPeople(nodes, { seed: choices.seed, eraseEvery: 3 });
  try {
    await calm(stage);
    await follow(page, 'configure-archive');
    await waitFor(
      'people',
      PEOPLE_LIMIT_MS,
      stage.signal,
      async () => people.played().length >= PEOPLE_BEFORE,
    );
    const sinceMs = performance.now();
    await follow(page, 'archive');
    const backupSeconds = (performance.now() - sinceMs) / 1_000;
    await calm(stage, AFTER_BACKUP_MS);
    await people.stop();
    const late = people.played().find(({ isErased }) => !isErased);
    if (!late) throw new Error('nobody is left to be erased');
    await people.erase(late);
    const [diedMs, atMs] = [load.nowMs(), performance.now()];
    stop(machine.cluster, machine.cluster.data);
    for (const one of nodes.processes) await one.kill();
    stage.say('the machine with the database is lost');
    await rm(machine.cluster.data, { recursive: true });
    return { journal, backupSeconds, diedMs, atMs, played: people.played() };
  } finally {
    people.leave();
    await load.stop();
  }
}

/** Serves from the restored database for a while. */
async function serveAgain(
  stage: Stage,
  nodes: Nodes,
  port: number,
  choices: { rate: number; seed: number },
): Promise<Verdict> {
  const journal = join(stage.directory, 'restored.journal');
  const load = await startCreates(nodes, journal, choices.rate, choices.seed + 1);
  await calm(stage).finally(() => load.stop());
  return judge(journal, addressOf(port, 'postgres'));
}

const hasRepeated = async (stage: Stage, nodes: Nodes): Promise<boolean> => {
  const log = `${basename(nodes.data)}-node${nodes.processes.length}.log`;
  return (await readFile(join(stage.directory, log), 'utf8')).includes(REPEATED);
};

const figuresOfErased = (played: readonly Played[]): Figure[] => [
  { what: 'people: captures before the loss', value: String(played.length) },
  { what: 'people: erased', value: String(played.filter(({ isErased }) => isErased).length) },
];

/** A backup and an archive under load, the loss of the machine, and a restore elsewhere. */
export const backupUnderLoad: Trial = {
  help: 'pgBackRest under load by the page, the machine is lost, a restore elsewhere, and no erased person is back (T13, S47, S48)',
  needs: ['pg_ctl', 'pgbackrest'],
  usual: { rounds: 1, rate: 20 },
  async run(stage, choices) {
    const machine = await startMachine(stage);
    const name = await startForwarder(stage, machine.port);
    const nodes = await startNodes(stage, addressOf(name.port));
    await liftLimits(addressOf(machine.port, 'postgres'));
    const page = await followPage(PAGE, machine.environment, machine.cluster.account);
    stage.onClose(page.close);
    const { journal, backupSeconds, diedMs, atMs, played } = await loseMachine(
      stage,
      machine,
      page,
      nodes,
      choices,
    );
    const secondsSince = (): number => (performance.now() - atMs) / 1_000;
    const { port, isRefused, erasuresToRepeat } = await restore(stage, machine, nodes.data);
    const verifiedSeconds = secondsSince();
    const orders = await listOrders(addressOf(port, 'postgres'));
    const loss = measureLoss(readJournal(journal), orders, diedMs);
    name.move(port);
    const again = { ...nodes, urls: [] };
    await addNode(stage, again, addressOf(name.port));
    const readySeconds = secondsSince();
    const isRepeated = await hasRepeated(stage, again);
    const invariants = await judgeInvariants('when ready', stage, addressOf(port, 'postgres'), played);
    await addNode(stage, again, addressOf(name.port));
    const verdict = await serveAgain(stage, again, port, choices);
    const restored = {
      ...loss,
      backupSeconds,
      isRefused,
      erasuresToRepeat,
      verifiedSeconds,
      readySeconds,
      isRepeated,
    };
    return {
      verdicts: { restored: verdict },
      figures: [
        ...figuresOfRestore(restored),
        ...figuresOfErased(played),
        ...invariants,
        ...figuresOf('restored', verdict, GAP_SECONDS),
      ],
    };
  },
};
